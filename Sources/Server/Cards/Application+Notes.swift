import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /cards/new`: an empty form.
    func newNote(deck: String?, type: NoteTypeID?, back: Back?, done: ChangeID?) throws -> Response
    {
        guard let form = try library.newNoteForm(type: type, deck: deck) else {
            return .redirect(to: Route.cards(.newDeck(back: back)).path).cached(.never)
        }
        return try page(of: form, back: back, done: done)
    }

    /// `GET /cards/{note}`: the form that it is edited in.
    func editNote(_ note: NoteID, back: Back?) throws -> Response {
        guard let form = try library.noteForm(note) else { throw Self.noNote }
        return try page(of: form, back: back)
    }

    /// `GET /cards/{note}/card`: one of its cards, to be looked at.
    func card(_ note: NoteID, face: Face?, back: Back?) throws -> Response {
        guard let facts = try library.facts(of: note, face: face) else { throw Self.noNote }
        let page = CardPage(
            facts: facts,
            now: clock.now(),
            back: back,
            settings: try library.settings()
        )
        return .html(page.render()).cached(.never)
    }

    /// `POST` of the form: saves, deletes, or shows it again with another type, one more language, or what is wrong.
    func takeNote(_ note: NoteID?, back: Back?, _ request: Request) throws -> Response {
        let order = try NoteOrder(try request.form())
        switch order.wish {
        case .save: return try save(order, as: note, back: back, request)
        case .delete: return try delete(note, back: back, request)
        case .type:
            guard let type = order.newType, let draft = try library.draft(order.draft, as: type),
                let form = try library.form(of: draft, note: note, seen: order.seen)
            else { throw HTTPError(.badRequest, "There is no such kind of card.") }
            return try page(of: form, back: back)
        case .preview:
            guard var form = try library.form(of: order.draft, note: note, seen: order.seen)
            else { throw Self.noNote }
            form.hasTwin = try library.hasTwin(order.draft, note: note)
            form.take(order)
            return try page(of: form, back: back)
        case .language: return try addLanguage(order, to: note, back: back)
        case .up:
            guard var form = try library.form(of: order.draft, note: note, seen: order.seen)
            else { throw Self.noNote }
            form.take(order)
            if let language = order.raised { form.moveUp(language) }
            return try page(of: form, moved: order.raised, back: back)
        }
    }

    private func save(
        _ order: NoteOrder,
        as note: NoteID?,
        back: Back?,
        _ request: Request
    ) throws -> Response {
        let (saving, status) = try keep(order, as: note, request)
        switch saving {
        case .refused(var form):
            form.take(order)
            return try page(of: form, back: back, status: status)
        case .saved(let change, _) where note == nil:
            let deck = try library.deck(order.draft.deck)?.name.text
            let next = CardsRoute.newNote(
                deck: deck,
                type: order.draft.type,
                back: back,
                done: change?.id
            )
            return .redirect(to: Route.cards(next).path).cached(.never)
        case .saved(let change, _):
            return lead(back, telling: change)
        }
    }

    /// Saves what a form says; where that cannot be, what is shown again, and how bad it is.
    func keep(
        _ order: NoteOrder,
        as note: NoteID?,
        _ request: Request
    ) throws -> (saving: Saving, status: Status) {
        do throws(LibraryError) {
            let saving = try library.save(
                order.draft,
                as: note,
                seen: order.seen,
                isTwinWanted: order.isTwinWanted,
                order: order.languages,
                by: browser(of: request)
            )
            return (saving, .unprocessableContent)
        } catch {
            // What was written is nowhere else.
            guard var form = try library.form(of: order.draft, note: note, seen: order.seen) else {
                throw error
            }
            let told = told(of: error, by: request)
            form.problem = Phrase(verbatim: told.message)
            return (.refused(form), told.status)
        }
    }

    private func delete(_ note: NoteID?, back: Back?, _ request: Request) throws -> Response {
        guard let note else { throw HTTPError(.badRequest, "There is nothing to delete yet.") }
        return lead(back, telling: try library.delete([note], by: browser(of: request)))
    }

    private func addLanguage(
        _ order: NoteOrder,
        to note: NoteID?,
        back: Back?
    ) throws -> Response {
        var draft = order.draft
        let language = LanguageTag(name: order.newLanguage.trimmed)
        if let language { draft.values[.language(language), default: NoteDraft.Value()].text += "" }
        guard var form = try library.form(of: draft, note: note, seen: order.seen) else {
            throw Self.noNote
        }
        form.take(order)
        if language == nil {
            form.problem =
                "“\(order.newLanguage.prefix(40))” is no language known here. A tag like fi or pa-Arab will do too."
        }
        return try page(
            of: form,
            back: back,
            status: language == nil ? .unprocessableContent : .ok
        )
    }

    /// Where a form leads when it is done.
    func lead(
        _ back: Back?,
        else page: CardsRoute = .list(),
        telling change: Change?
    ) -> Response {
        let back = back ?? Back(.cards(page))
        return .redirect(to: back.telling(change?.id).path).cached(.never)
    }

    /// What was just done, if it was a moment ago: an old address tells no tales.
    func done(_ id: ChangeID?) throws -> Change? {
        guard let change = try id.flatMap({ try library.change($0) }) else { return nil }
        let age = clock.now().milliseconds - change.moment.milliseconds
        return age < 600_000 ? change : nil
    }

    /// Made anew each time, in the language of whoever asks.
    private static var noNote: HTTPError {
        HTTPError(.notFound, "There is no such card. If it was deleted, it may lie in the bin.")
    }

    private func page(
        of form: NoteForm,
        moved: LanguageTag? = nil,
        back: Back?,
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
        return .html(page.render(), status: status).cached(.never)
    }
}

extension NoteForm {
    /// Keeps the order that the learner gave the languages before the form is shown again.
    fileprivate mutating func take(_ order: NoteOrder) {
        if let languages = order.languages { reorder(languages) }
    }
}
