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

    @Test func aSlowDiskDelaysOnlyWhoeverWrites() throws {
        let (isSlow, isWriting) = (Locked(false), Locked(false))
        let room = DiskRoom {
            isWriting.withLock { $0 = true }
            isSlow.withLock(when: { !$0 }) { _ in }
            return nil
        }
        #expect(room.problem(at: noon) == nil)
        isSlow.withLock { $0 = true }
        isWriting.withLock { $0 = false }
        let later = noon + .seconds(10)
        let writer = Threads.Thread { _ = room.problem(at: later) }
        isWriting.withLock(when: { $0 }) { _ in }

        #expect(room.problem(at: later + .seconds(4)) == nil)
        #expect(room.problem(at: later + .seconds(5)) == "It does not answer")

        isSlow.withLock { $0 = false }
        writer.join()
        #expect(room.problem(at: later) == nil)
    }
}
