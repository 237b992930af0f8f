import Exchange
import Foundation
import TestFolder
import Testing

struct WorkFolderTests {
    @Test func creatingAFolderDeletesThoseOfKilledPrograms() throws {
        let left = FileManager.default.temporaryDirectory
            .appending(path: "omena-work-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: "\(left)/inside",
            withIntermediateDirectories: true
        )
        var used: WorkFolder? = try WorkFolder()
        let path = try #require(used?.path)

        let next = try WorkFolder()

        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(FileManager.default.fileExists(atPath: next.path))
        used = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func failedCreationLeavesNothing() throws {
        // So deep that the path with the temporary name is short enough, but not the path with the final name.
        let folder = try TemporaryFolder()
        var parent = folder.path("deep")
        while parent.utf8.count < 4_050 {
            let rest = 4_050 - parent.utf8.count
            parent += "/" + String(repeating: "x", count: min(200, max(1, rest - 1)))
        }
        try FileManager.default.createDirectory(
            atPath: parent,
            withIntermediateDirectories: true
        )

        #expect(throws: (any Error).self) { try WorkFolder(in: parent) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent).isEmpty)
    }
}
