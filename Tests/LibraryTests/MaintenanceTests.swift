@testable import Library
import LibraryValues
import Notes
import TestLibrary
import Testing
import Threads

struct MaintenanceTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private static let day: Int64 = 86_400_000

    init() throws { fresh = try FreshLibrary() }

    private func add(_ text: String) throws -> NoteID {
        let draft = NoteDraft(
            type: NoteType.basic.id,
            deck: try #require(try library.decks().first).id,
            values: [.number(1): NoteDraft.Value(text), .number(2): NoteDraft.Value("x")]
        )
        guard case .saved(_, let note) = try library.save(draft, by: nil) else {
            throw CancellationError()
        }
        return note
    }

    @Test func emptiesTheBinAfterThirtyDays() throws {
        let note = try add("gone")
        _ = try library.delete([note], by: nil)

        fresh.clock.advance(by: 29 * Self.day)
        try library.performDailyMaintenance()
        #expect(try library.bin(after: nil).notes.map(\.id) == [note])
        fresh.clock.advance(by: 2 * Self.day)
        try library.performDailyMaintenance()

        #expect(try library.bin(after: nil).notes == [])
        #expect(try library.check().findings == [])
    }

    @Test func deletesPicturesOnlyWhenNothingNeedsThem() throws {
        let hashes = try ["a.png", "b c.png", "d.mp3", "e&f.png", "free.png", "_logo.png"].map {
            ($0, try library.putMedia(Array($0.utf8), named: $0))
        }
        _ = try add(
            "<img src=\"a.png\"> <img src='b%20c.png'> [sound:d.mp3] <img src=\"e&amp;f.png\">"
        )
        let note = try add("<img src=\"free.png\">")
        _ = try library.delete([note], by: nil)
        func existing() throws -> [String] {
            try hashes.filter { try library.media($0.1) != nil }.map(\.0)
        }

        // After 30 days in the bin only the history of changes names it.
        for _ in 0..<3 {
            fresh.clock.advance(by: 31 * Self.day)
            try library.performDailyMaintenance()
        }
        #expect(try existing() == hashes.map(\.0))
        for number in 0..<Library.undoDepth { _ = try add("more \(number)") }
        fresh.clock.advance(by: Self.day)
        try library.performDailyMaintenance()
        #expect(try existing() == hashes.map(\.0))
        // A clock that has jumped counts only on the second day.
        for days: Int64 in [31, 1] {
            #expect(try existing() == hashes.map(\.0))
            fresh.clock.advance(by: days * Self.day)
            try library.performDailyMaintenance()
        }

        #expect(try existing() == ["a.png", "b c.png", "d.mp3", "e&f.png", "_logo.png"])
        #expect(try library.check().findings == [])
    }

    /// A dozen backups on as many days, and a note in the bin.
    private func useForTwelveDays() throws -> NoteID {
        let note = try add("gone")
        _ = try library.delete([note], by: nil)
        for number in 0..<12 {
            _ = try add("day \(number)")
            try library.performDailyMaintenance()
            fresh.clock.advance(by: Self.day)
        }
        return note
    }

    @Test(arguments: [1, 2])
    func aClockThatIsAheadForADayDeletesNothing(times: Int) throws {
        let note = try useForTwelveDays()
        let before = try library.backups()
        #expect(before.count == 12)

        for number in 0..<times {
            fresh.clock.advance(by: 3_650 * Self.day)
            _ = try add("ahead \(number)")
            let other = try add("deleted ahead \(number)")
            try library.performDailyMaintenance()
            _ = try library.delete([other], by: nil)
            _ = try library.backUp(.asked)
            fresh.clock.advance(by: -3_649 * Self.day)
            _ = try add("back \(number)")
            try library.performDailyMaintenance()
        }

        #expect(Set(try library.backups()).isSuperset(of: before))
        #expect(try library.bin(after: nil).notes.map(\.id).contains(note))
    }

    @Test func aClockThatStaysAheadDeletesFewBackupsADay() throws {
        _ = try useForTwelveDays()
        fresh.clock.advance(by: 3_650 * Self.day)
        var counts: [Int] = []

        for number in 0..<6 {
            _ = try add("ahead \(number)")
            try library.performDailyMaintenance()
            counts.append(try library.backups().count)
            fresh.clock.advance(by: Self.day)
        }

        #expect(counts == [13, 11, 9, 7, 6, 7])
    }

    /// Whoever encrypts or decrypts the files next would find a backup that is not complete.
    @Test func closingWaitsForABackup() throws {
        let isClosed = Locked(false)
        let library = library

        let wasEarly = library.maintenanceLock.withLock {
            Thread.start {
                try? library.close()
                isClosed.withLock { $0 = true }
            }
            return isClosed.withLock(when: { $0 }, orAt: .now + .milliseconds(200)) { $0 }
        }
        isClosed.withLock(when: { $0 }) { _ in }

        #expect(!wasEarly)
    }
}
