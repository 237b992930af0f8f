import Foundation
import TestFolder
import Testing
import Threads

@testable import Fleet

struct DiskRoomTests {
    private let folder: TemporaryFolder
    private let noon = Instant(nanoseconds: 1_000_000_000)

    init() throws { folder = try TemporaryFolder() }

    @Test func aProblemIsNoticedAndEndsWithinASecond() throws {
        let path = folder.path("node")
        let room = DiskRoom(in: path)
        #expect(room.problem(at: noon) == "No such file or directory")

        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )

        #expect(room.problem(at: noon + .milliseconds(999)) != nil)
        #expect(room.problem(at: noon + .seconds(1)) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }
}
