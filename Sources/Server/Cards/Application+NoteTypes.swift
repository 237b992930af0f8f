import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /types`.
    func types(done: ChangeID?) throws -> Response {
        let page = NoteTypesPage(
            types: try library.noteTypes(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `GET /types/{id}` and `GET /types/new?from={id}`.
    func type(_ type: NoteTypeID, isNew: Bool, back: ReturnPath?) throws -> Response {
        try page(of: try library.form(of: type, isNew: isNew), back: back)
    }

    /// `POST` of the form: saves or deletes the type, or shows the form again with a part added or removed.
    func takeType(
        _ type: NoteTypeID,
        isNew: Bool,
        back: ReturnPath?,
        _ request: Request
    ) throws -> Response {
        let body = try NoteTypeRequest(try request.form())
        func draftForm() throws(LibraryError) -> NoteTypeForm? {
            try library.form(of: type, isNew: isNew, draft: body.draft, seen: body.seen)
        }
        let browser = browser(of: request)
        switch body.action {
        case .show:
            return try page(of: try draftForm(), back: back)
        case .delete:
            let change = try library.deleteNoteType(type, by: browser)
            return lead(back, else: .types(), telling: change)
        case .save:
            let saving: NoteTypeSaveResult
            do throws(LibraryError) {
                saving = try library.save(
                    body.draft,
                    over: type,
                    seen: body.seen,
                    isNew: isNew,
                    allowsLoss: body.allowsLoss,
                    by: browser
                )
            } catch {
                // The form is shown again, because what the learner wrote exists nowhere else.
                var form = try draftForm()
                let refusal = httpError(for: error, by: request)
                form?.flaws.append((.whole, Phrase(verbatim: refusal.message)))
                return try page(of: form, back: back, status: refusal.status)
            }
            switch saving {
            case .saved(let change): return lead(back, else: .types(), telling: change)
            case .refused(let form):
                return try page(of: form, back: back, status: .unprocessableContent)
            }
        }
    }

    private func page(
        of form: NoteTypeForm?,
        back: ReturnPath?,
        status: Status = .ok
    ) throws -> Response {
        guard let form else {
            throw HTTPError(.notFound, "This card type no longer exists.")
        }
        let page = NoteTypePage(form: form, back: back, settings: try library.settings())
        return .page(page, status: status)
    }
}
