import HTTP
import Languages
import Library
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
        return .html(page.render()).cached(.never)
    }

    /// `GET /types/{id}` and `GET /types/new?from={id}`.
    func type(_ type: NoteTypeID, isNew: Bool, back: Back?) throws -> Response {
        try page(of: try library.form(of: type, isNew: isNew), back: back)
    }

    /// `POST` of the form: saves, deletes, or shows it again with one part more or less.
    func takeType(
        _ type: NoteTypeID,
        isNew: Bool,
        back: Back?,
        _ request: Request
    ) throws -> Response {
        let order = try NoteTypeOrder(try request.form())
        let browser = browser(of: request)
        switch order.wish {
        case .show:
            let form = try library.form(
                of: type,
                isNew: isNew,
                draft: order.draft,
                seen: order.seen
            )
            return try page(of: form, back: back)
        case .delete:
            let change = try library.deleteNoteType(type, by: browser)
            return lead(back, else: .types(), telling: change)
        case .save:
            let saving: NoteTypeSaving
            do throws(LibraryError) {
                saving = try library.save(
                    order.draft,
                    over: type,
                    seen: order.seen,
                    isNew: isNew,
                    isLossWanted: order.isLossWanted,
                    by: browser
                )
            } catch {
                // What was written is nowhere else.
                var form = try library.form(
                    of: type,
                    isNew: isNew,
                    draft: order.draft,
                    seen: order.seen
                )
                let told = told(of: error, by: request)
                form?.flaws.append((.whole, Phrase(verbatim: told.message)))
                return try page(of: form, back: back, status: told.status)
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
        back: Back?,
        status: Status = .ok
    ) throws -> Response {
        guard let form else {
            throw HTTPError(.notFound, "There is no such kind of card any more.")
        }
        let page = NoteTypePage(form: form, back: back, settings: try library.settings())
        return .html(page.render(), status: status).cached(.never)
    }
}
