import AnkiConnect
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /cards/new`: an empty form, or one with the note that another program wants to add.
    func newNote(deck: String?, type: NoteTypeID?, back: ReturnPath?, done: ChangeID?) throws
        -> Response
    {
        if done == nil, let draft = connect?.events.takeDraft(),
            let form = try library.form(of: draft, note: nil, seen: nil)
        {
            return try page(of: form, back: back)
        }
        guard let form = try library.newNoteForm(type: type, deck: deck) else {
            return .redirect(to: .cards(.newDeck(back: back)))
        }
        return try page(of: form, back: back, done: done)
    }

    /// `GET /cards/{note}`: the form of a note.
    func editNote(_ note: NoteID, back: ReturnPath?) throws -> Response {
        guard let form = try library.noteForm(note) else { throw Self.noNote }
        return try page(of: form, back: back)
    }

    /// `GET /cards/{note}/card`: one card of a note.
    func card(_ note: NoteID, face: Face?, back: ReturnPath?) throws -> Response {
        guard let facts = try library.facts(of: note, face: face) else { throw Self.noNote }
        let page = CardPage(
            facts: facts,
            now: clock.now(),
            back: back,
            overwritten: try library.overwritten(note: note),
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST` of the form: saves or deletes the note, or shows the form again, changed or with what is wrong.
    func takeNote(_ note: NoteID?, back: ReturnPath?, _ request: Request) throws -> Response {
        let body = try NoteRequest(try request.form())
        switch body.action {
        case .save: return try save(body, as: note, back: back, request)
        case .delete: return try delete(note, back: back, request)
        case .type:
            guard let type = body.newType, let draft = try library.draft(body.draft, as: type),
                let form = try library.form(of: draft, note: note, seen: body.seen)
            else { throw HTTPError(.badRequest, "This card type doesn’t exist.") }
            return try page(of: form, back: back)
        case .preview:
            var form = try self.form(body.draft, of: note, body)
            form.hasDuplicate = try library.hasDuplicate(body.draft, note: note)
            return try page(of: form, back: back)
        case .language: return try addLanguage(body, to: note, back: back)
        case .up:
            var form = try self.form(body.draft, of: note, body)
            if let language = body.raised { form.moveUp(language) }
            return try page(of: form, moved: body.raised, back: back)
        }
    }

    /// The form with a draft, in the order that the learner gave the languages.
    private func form(
        _ draft: NoteDraft,
        of note: NoteID?,
        _ body: NoteRequest
    ) throws -> NoteForm {
        guard var form = try library.form(of: draft, note: note, seen: body.seen) else {
            throw Self.noNote
        }
        form.take(body)
        return form
    }

    private func save(
        _ body: NoteRequest,
        as note: NoteID?,
        back: ReturnPath?,
        _ request: Request
    ) throws -> Response {
        let (saving, status) = try save(body, as: note, request)
        switch saving {
        case .refused(var form):
            form.take(body)
            return try page(of: form, back: back, status: status)
        case .saved(let change, _) where note == nil:
            let deck = try library.deck(body.draft.deck)?.name.text
            let next = CardsRoute.newNote(
                deck: deck,
                type: body.draft.type,
                back: back,
                done: change?.id
            )
            return .redirect(to: .cards(next))
        case .saved(let change, _):
            return lead(back, telling: change)
        }
    }

    /// Saves a form; if that is refused, the status is that of the page that shows the form again.
    func save(
        _ body: NoteRequest,
        as note: NoteID?,
        _ request: Request
    ) throws -> (saving: NoteSaveResult, status: Status) {
        do throws(LibraryError) {
            let saving = try library.save(
                body.draft,
                as: note,
                seen: body.seen,
                allowsDuplicate: body.allowsDuplicate,
                order: body.languages,
                by: browser(of: request)
            )
            return (saving, .unprocessableContent)
        } catch {
            // The form is shown again, because what the learner wrote exists nowhere else.
            guard var form = try library.form(of: body.draft, note: note, seen: body.seen) else {
                throw error
            }
            let refusal = httpError(for: error, by: request)
            form.problem = Phrase(verbatim: refusal.message)
            return (.refused(form), refusal.status)
        }
    }

    private func delete(_ note: NoteID?, back: ReturnPath?, _ request: Request) throws -> Response {
        guard let note else { throw HTTPError(.badRequest, "Nothing to delete yet.") }
        let change = try library.delete([note], by: browser(of: request))
        return .redirect(
            to: (back ?? ReturnPath(.cards(.list()))).reporting(change?.id, inSession: true)
        )
    }

    private func addLanguage(
        _ body: NoteRequest,
        to note: NoteID?,
        back: ReturnPath?
    ) throws -> Response {
        var draft = body.draft
        let language = LanguageTag(name: body.newLanguage.trimmed)
        if let language { draft.values[.language(language), default: NoteDraft.Value()].text += "" }
        var form = try self.form(draft, of: note, body)
        if language == nil {
            form.problem =
                "“\(body.newLanguage.prefix(40))” isn’t a known language. Enter a language tag such as fi or pa-Arab."
        }
        return try page(
            of: form,
            back: back,
            status: language == nil ? .unprocessableContent : .ok
        )
    }

    /// Leads from a form back to where it was opened, and tells there what was done.
    func lead(
        _ back: ReturnPath?,
        else page: CardsRoute = .list(),
        telling change: Change?
    ) -> Response {
        let back = back ?? ReturnPath(.cards(page))
        return .redirect(to: back.reporting(change?.id))
    }

    /// The change that an address names, if it was made within the last ten minutes.
    func done(_ id: ChangeID?) throws -> Change? {
        guard let change = try id.flatMap({ try library.change($0) }) else { return nil }
        let age = clock.now().milliseconds - change.moment.milliseconds
        return age < 600_000 ? change : nil
    }

    // Computed each time, in the language of whoever asks.
    private static var noNote: HTTPError {
        HTTPError(.notFound, "This card doesn’t exist. If it was deleted, it may be in the bin.")
    }

    private func page(
        of form: NoteForm,
        moved: LanguageTag? = nil,
        back: ReturnPath?,
        done: ChangeID? = nil,
        status: Status = .ok
    ) throws -> Response {
        let page = NotePage(
            form: form,
            moved: moved,
            media: try library.media(of: form.draft),
            back: back,
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page, status: status)
    }
}

extension NoteForm {
    /// Applies the order that the learner gave the languages.
    fileprivate mutating func take(_ body: NoteRequest) {
        if let languages = body.languages { reorder(languages) }
    }
}
