import Foundation
import Library
import Notes
import TestFolder
import Testing

struct OpeningTests {
    @Test func staysTheSameLibraryWhenOpenedAgain() throws {
        let folder = try TemporaryFolder()
        let now = Moment(milliseconds: 1_800_000_000_000)

        let first = try Library.open(at: folder.path("a.omena")) { now }
        let identity = first.identity
        try first.close()
        let second = try Library.open(at: folder.path("a.omena")) { now }
        defer { try? second.close() }

        #expect(identity.id.count == 22)
        #expect(identity.epoch == 1)
        #expect(second.identity == identity)
    }
}
