import Notes
import Storage
import TestFolder
import Testing

struct DatabaseTests {
    @Test func opens() throws {
        let folder = try TemporaryFolder()
        let database = try Database(path: folder.path("a"), now: Moment(milliseconds: 0))
        try database.close()
    }
}
