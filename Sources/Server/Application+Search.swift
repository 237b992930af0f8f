import HTTP
import Library
import Pages

extension Application {
    /// `GET /api/v1/notes?query=…`: one page of what a search finds.
    func notes(_ search: NoteSearch) throws -> Response {
        let page = try library.search(
            search.query,
            sort: search.sort,
            limit: search.limit,
            after: search.after,
            timeZoneOffset: clock.offset()
        )
        return .json(encode(FoundNotesAnswer(page))).cached(.never)
    }
}
