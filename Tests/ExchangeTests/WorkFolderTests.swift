import Exchange
import Foundation
import TestFolder
import Testing

struct WorkFolderTests {
    @Test func isDeletedWithItsValue() throws {
        let parent = try TemporaryFolder()
        var folder: WorkFolder? = try WorkFolder(in: parent.path(""))
        let path = try #require(folder?.path)
        try Data("x".utf8).write(to: URL(filePath: "\(path)/file"))
        #expect(try parent.contents.count == 2)

        folder = nil

        #expect(try parent.contents.isEmpty)
    }

    @Test func failsWhereNothingCanBeCreated() {
        #expect(throws: (any Error).self) { try WorkFolder(in: "/dev/null") }
    }
}
