import Foundation
import SQLite
import TestFolder
import Testing

struct FileHeaderTests {
    @Test func readsWhatSQLiteWrote() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(
            path: folder.path("test"),
            access: .write,
            applicationID: -5
        )
        try connection.execute(script: "PRAGMA user_version = 123456")
        try connection.close()

        let header = FileHeader(try #require(try folder.contents["test"]))

        #expect(header?.applicationID == -5)
        #expect(header?.userVersion == 123_456)
    }

    @Test(arguments: [
        [], Array("SQLite format 3\0".utf8), Array(repeating: 0, count: 100),
        Array("SQLite format 4\0".utf8) + Array(repeating: 0, count: 84),
    ])
    func takesNothingElseForADatabase(bytes: [UInt8]) {
        #expect(FileHeader(bytes) == nil)
    }
}
