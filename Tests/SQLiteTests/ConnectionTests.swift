import SQLite
import Testing

struct ConnectionTests {
    @Test func opens() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.path("a"), access: .write, applicationID: 1)
        #expect(try connection.row("SELECT 1 + :one", ["one": 1]) { $0.int(0) } == 2)
        try connection.close()
    }
}
