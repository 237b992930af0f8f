import Exchange
import Foundation
import Testing

struct WorkFolderTests {
    @Test func whatAKilledProgramLeftGoesWhenTheNextIsMade() throws {
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
}
