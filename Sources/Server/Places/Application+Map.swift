import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /places`.
    func map(done: ChangeID?, _ request: Request) throws -> Response {
        try mapPage(nil, done: try self.done(done), request)
    }

    /// `GET /places/{note}`: the map with the sheet of one place.
    func place(_ note: NoteID, _ request: Request) throws -> Response {
        _ = try found(note)
        guard let form = try library.noteForm(note) else {
            throw HTTPError(.notFound, "There is no such place. It may lie in the bin.")
        }
        return try mapPage(form, request)
    }

    /// `POST /places/{note}` of the sheet's form: saves, deletes, or shows it again with what is wrong.
    ///
    /// A script is told in JSON what was done.
    func takePlace(_ note: NoteID, _ request: Request) throws -> Response {
        let order = try NoteOrder(try request.form())
        let change: Change?
        if order.wish == .delete {
            change = try library.delete([note], by: browser(of: request))
            if request.isByScript { return try answer(Done(change)) }
        } else {
            switch try keep(order, as: note, request) {
            case (.refused(let form), let status):
                return try mapPage(form, request, status: status)
            case (.saved(let saved, _), _): change = saved
            }
            if request.isByScript { return try answer(PlaceAnswer(found(note), after: change)) }
        }
        return lead(Back(.places(.map())), telling: change)
    }

    /// `POST /places/tiles`: settles the style, and allows whom it needs where the learner says so.
    func changeTiles(_ request: Request) throws -> Response {
        let fields = try request.form()
        guard let style = fields["style"].flatMap({ MapSettings.Style(rawValue: $0) }) else {
            throw HTTPError(.badRequest, "There is no such map style.")
        }
        try library.changeMapSettings { settings in
            settings.style = style
            if fields["allow"] == "on" { settings.allow(style) }
        }
        if request.isByScript { return .noContent }
        let at = fields["at"].flatMap { $0.isEmpty ? nil : $0 }
        return .redirect(to: Route.places(.map(at: at)).path).cached(.never)
    }

    /// `GET /settings/map`.
    func mapSources() throws -> Response {
        try page(MapForm(try library.mapSettings()))
    }

    /// `POST /settings/map`: keeps what was written where all of it can be used.
    func changeMapSources(_ request: Request) throws -> Response {
        let fields = try request.form()
        var form = MapForm(try library.mapSettings())
        form.take { fields[$0] }
        guard form.flaw == nil else { return try page(form, status: .unprocessableContent) }
        try library.changeMapSettings { $0 = form.settings }
        form.isSaved = true
        return try page(form)
    }

    private func page(_ form: MapForm, status: Status = .ok) throws -> Response {
        let page = MapSettingsPage(form: form, settings: try library.settings())
        return .html(page.render(), status: status).cached(.never)
    }

    /// The map, which may load pictures from whom the learner has allowed, and from nobody else.
    ///
    /// A script that has the page already wants the sheet alone.
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
        return .html(page.render(), status: status).cached(.never)
            .with("Content-Security-Policy", Guards.policy(pictures: settings.origins))
    }
}
