import HTTP
import Library
import Notes
import Pages

extension Application {
    /// `GET /cards`.
    func list(
        query: String,
        sort: NoteList.Sort,
        after: NoteID?,
        done: ChangeID?
    ) throws -> Response {
        let list = try library.notes(
            matching: query,
            sort: sort,
            after: after,
            timeZoneOffset: clock.offset()
        )
        let page = ListPage(
            list: list,
            query: query,
            sort: sort,
            after: after,
            done: try self.done(done),
            settings: try library.settings()
        )
        return .html(page.render()).cached(.never)
    }

    /// `GET /history`.
    func history(done: ChangeID?) throws -> Response {
        let page = HistoryPage(
            changes: try library.history(),
            now: clock.now(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .html(page.render()).cached(.never)
    }

    /// `GET /bin`.
    func bin(after: NoteID?, done: ChangeID?) throws -> Response {
        let page = BinPage(
            list: try library.bin(after: after),
            now: clock.now(),
            done: try self.done(done),
            settings: try library.settings()
        )
        return .html(page.render()).cached(.never)
    }

    /// `POST /bin`: brings one note back.
    func restore(_ request: Request) throws -> Response {
        guard let note = try request.form()["note"].flatMap({ NoteID($0) }) else {
            throw HTTPError(.badRequest, "The form names no card.")
        }
        let change = try library.restore([note], by: browser(of: request))
        return lead(Back(.cards(.bin())), telling: change)
    }
}
