import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /places`.
    func map(done: ChangeID?, _ request: Request) throws -> Response {
        try mapPage(nil, done: try self.done(done), request)
    }

    /// `GET /places/{note}`: the map with the panel of one place.
    func place(_ note: NoteID, _ request: Request) throws -> Response {
        _ = try placeNote(note)
        guard let form = try library.noteForm(note) else { throw Self.noPlace }
        return try mapPage(form, request)
    }

    /// `POST /places/{note}`: saves or deletes the place, or shows the form again with what is wrong.
    func takePlace(_ note: NoteID, _ request: Request) throws -> Response {
        let body = try NoteRequest(try request.form())
        let change: Change?
        if body.action == .delete {
            change = try library.delete([note], by: browser(of: request))
            if request.isByScript { return .json(ActionAnswer(change)) }
        } else {
            switch try save(body, as: note, request) {
            case (.refused(let form), let status):
                return try mapPage(form, request, status: status)
            case (.saved(let saved, _), _): change = saved
            }
            if request.isByScript {
                return .json(PlaceAnswer(try placeNote(note), after: change))
            }
        }
        return lead(ReturnPath(.places(.map())), telling: change)
    }

    /// `POST /places/tiles`: sets the map style, and allows the servers that it needs if the learner agrees.
    func changeTiles(_ request: Request) throws -> Response {
        let fields = try request.form()
        guard let style = fields["style"].flatMap({ MapSettings.Style(rawValue: $0) }) else {
            throw HTTPError(.badRequest, "This map style doesn’t exist.")
        }
        try library.changeMapSettings { settings in
            settings.style = style
            if fields["allow"] == "on" { settings.allow(style) }
        }
        if request.isByScript { return .noContent }
        let at = fields["at"].flatMap { $0.isEmpty ? nil : $0 }
        return .redirect(to: .places(.map(at: at)))
    }

    /// `GET /settings/map`.
    func mapSources() throws -> Response {
        try page(MapForm(try library.mapSettings()))
    }

    /// `POST /settings/map`: saves the sources if all of them are valid.
    func changeMapSources(_ request: Request) throws -> Response {
        let fields = try request.form()
        var form = MapForm(try library.mapSettings())
        form.read { fields[$0] }
        guard form.flaw == nil else { return try page(form, status: .unprocessableContent) }
        try library.changeMapSettings { $0 = form.settings }
        form.isSaved = true
        return try page(form)
    }

    private func page(_ form: MapForm, status: Status = .ok) throws -> Response {
        let page = MapSettingsPage(form: form, settings: try library.settings())
        return .page(page, status: status)
    }

    /// The map, which may load pictures only from servers that the learner has allowed.
    ///
    /// `Prefer: details` asks for the panel of the place only.
    private func mapPage(
        _ form: NoteForm?,
        done: Change? = nil,
        _ request: Request,
        status: Status = .ok
    ) throws -> Response {
        let settings = try library.mapSettings()
        let page = PlacesPage(
            library: library.identity,
            at: clock.now(),
            pins: request.preference?.name == "details" ? [] : try library.pins(),
            form: form,
            media: try form.map { try library.media(of: $0.draft) } ?? [:],
            map: settings,
            done: done,
            settings: try library.settings()
        )
        return .page(page, status: status)
            .with("Content-Security-Policy", SecurityHeaders.policy(pictures: settings.origins))
    }
}
