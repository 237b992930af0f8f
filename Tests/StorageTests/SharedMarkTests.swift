import Notes
import SQLite
import TestFolder
import TestKey
import Testing

@testable import Storage

struct SharedMarkTests {
    /// Creating them would take longer than the rest of opening a library, and a fleet remembers a place whenever it opens one.
    @Test func rememberingAPlaceCreatesNoTriggers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.omena")
        let database = try Database(path: path, in: TestKey.files(at: path), now: .some)

        try database.setSharedMark("2 ab")

        let triggers = try database.pool.withWriter { writer in
            try writer.row("SELECT count(*) FROM temp.sqlite_schema") { row in row.int(0) }
        }
        #expect(triggers == 0)
        #expect(try database.sharedMark() == "2 ab")
        try database.close()
    }
}
