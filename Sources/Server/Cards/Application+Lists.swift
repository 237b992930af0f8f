import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /cards`.
    ///
    /// Scripts ask for parts: `Prefer: rows=20` for more rows, `Prefer: count` for the choices and the total.
    func list(
        query: String,
        sort: NoteSort,
        after: NoteID?,
        isSelecting: Bool,
        done: ChangeID?,
        for request: Request
    ) throws -> Response {
        let preference = request.preference
        let extent: ListPage.Extent =
            switch preference?.name {
            case "rows": .rows
            case "count": .count
            default: .whole
            }
        let list = try library.notes(
            matching: query,
            sort: sort,
            after: after,
            limit: extent == .count
                ? 1 : min(max(preference?.number ?? Library.listPageSize, 1), Library.listPageSize),
            isCounted: extent != .rows,
            timeZoneOffset: clock.offset()
        )
        let page = ListPage(
            extent,
            list: list,
            query: query,
            sort: sort,
            after: after,
            isSelecting: isSelecting,
            decks: extent != .rows ? try library.decks() : [],
            tags: extent != .rows ? try library.tags() : [],
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /cards/selection`: acts on the selected notes, and leads back to the list.
    func actOnSelection(back: ReturnPath?, _ request: Request) throws -> Response {
        let fields = try request.form()
        if fields["do"] == "generate" {
            let notes = try library.notes(
                in: try NoteSelection(fields),
                limit: DraftsPage.mostNotes,
                timeZoneOffset: clock.offset()
            )
            return .redirect(to: .cards(.drafts(notes, back: back)))
        }
        let body = try SelectionRequest(fields)
        let change = try library.act(
            body.action,
            on: body.selection,
            by: browser(of: request),
            timeZoneOffset: clock.offset()
        )
        return lead(back, telling: change)
    }

    /// `GET /history`.
    func history(done: ChangeID?) throws -> Response {
        let page = HistoryPage(
            changes: try library.history(),
            now: clock.now(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `GET /bin`.
    func bin(after: NoteID?, done: ChangeID?) throws -> Response {
        let page = BinPage(
            list: try library.bin(after: after),
            now: clock.now(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /bin`: restores one note or all, or empties the bin.
    func changeBin(_ request: Request) throws -> Response {
        let form = try request.form()
        let change: Change?
        switch form["do"] {
        case "restore-all": change = try library.restoreAll(by: browser(of: request))
        case "empty":
            try library.emptyBin()
            change = nil
        default:
            guard let note = form["note"].flatMap({ NoteID($0) }) else {
                throw HTTPError(.badRequest, "The form doesn’t name a card.")
            }
            change = try library.restore([note], by: browser(of: request))
        }
        return lead(ReturnPath(.cards(.bin())), telling: change)
    }
}
