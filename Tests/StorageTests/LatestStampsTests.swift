import Notes
import Recall
import SQLite
import TestFolder
import TestKey
import Testing

@testable import Storage

/// Transactions go on with the stamps of the one before them, unless something else has happened to the file.
struct LatestStampsTests {
    private let fresh: Fresh
    private let card: CardNumber

    init() throws {
        fresh = try Fresh()
        let note = fresh.note(1)
        card = try fresh.database.write { writer in
            try writer.insert(note)
            return try writer.insertCard(of: note.id, face: .template(1))
        }
    }

    @Test func answersAreStampedOneAfterTheOther() throws {
        for number in 1...3 as ClosedRange<Int64> { try answer(number) }

        let origins = try origins()
        let first = try #require(origins.first)
        for (index, origin) in origins.enumerated() {
            #expect(origin.event == Int64(index + 1))
            #expect(origin.replica == first.replica)
            #expect(origin.sequence == first.sequence + Int64(index))
            // The clock of the test stands still.
            #expect(origin.clock == first.clock + Int64(index))
        }
        #expect(try fresh.database.read { try $0.ownReplica().sequence } == origins.last?.sequence)
    }

    @Test func whatWasRolledBackLeavesNoGap() throws {
        try answer(1)
        #expect(throws: StorageError.self) {
            try fresh.database.write { writer in
                try append(2, with: writer)
                // Refused when it is committed.
                try writer.connection.execute(script: "PRAGMA defer_foreign_keys = ON")
                _ = try writer.connection.run(
                    "INSERT INTO note_tag (note, folded_tag, tag) VALUES (99, 'a', 'a')"
                )
            }
        }
        try answer(3)

        let origins = try origins()
        #expect(origins.map(\.event) == [1, 3])
        #expect(origins[1].sequence == origins[0].sequence + 1)
    }

    /// No other program can open a sealed library meanwhile.
    @Test(.enabled(if: TestKey.key == nil))
    func whatAnotherProgramHasWrittenComesBefore() throws {
        try answer(1)
        let before = try #require(origins().last)
        try asAnotherProgram(Self.event)
        try answer(2)

        let latest = try #require(origins().first { $0.event == 2 })
        #expect(latest.sequence == before.sequence + 2)
        #expect(latest.clock == before.clock + 11)
    }

    /// The library has another connection then, which counts what others write anew, and may reach the same number.
    @Test(.enabled(if: TestKey.key == nil), arguments: -3...3)
    func whatAnotherProgramHasWrittenAfterAFailedSwapComesBefore(more: Int) throws {
        for _ in 0..<max(more, 0) { try asAnotherProgram(Self.setting) }
        try answer(1)
        let before = try #require(origins().last)
        #expect(throws: (any Error).self) {
            try fresh.database.swapFile(with: fresh.folder.path("missing.omena"))
        }
        for _ in 0..<max(-more, 0) { try asAnotherProgram(Self.setting) }
        try asAnotherProgram(Self.event)
        try answer(2)

        #expect(try origins().first { $0.event == 2 }?.sequence == before.sequence + 2)
    }

    @Test(.enabled(if: TestKey.key == nil))
    func aFileThatAnotherProgramHasMadeACopyIsANewReplica() throws {
        try answer(1)
        try asAnotherProgram("UPDATE replica SET home = 'elsewhere' WHERE is_own = 1")
        try answer(2)

        #expect(Set(try origins().map(\.replica)).count == 2)
    }

    @Test func aFileThatBecameAnEarlierOneIsANewReplica() throws {
        try answer(1)
        try fresh.database.write { try $0.markReplaced() }
        try answer(2)

        #expect(Set(try origins().map(\.replica)).count == 2)
    }

    @Test func anEventThatWasRemovedAndIsBackHasNoFactOfItsRemoval() throws {
        try answer(1)
        try answer(2)
        try fresh.database.write { writer in
            _ = try writer.connection.run("DELETE FROM event WHERE id = 1")
        }
        #expect(try removedEvents() == [1])

        try answer(1)

        #expect(try removedEvents() == [])
    }

    // MARK: -

    private func answer(_ id: Int64) throws {
        try fresh.database.write { try append(id, with: $0) }
    }

    private func append(_ id: Int64, with writer: borrowing Writer) throws {
        let event = Event(
            id: EventID(rawValue: id),
            note: NoteID(rawValue: 1),
            face: .template(1),
            kind: .practice(.good),
            moment: .some,
            offset: 0,
            duration: 1_000,
            mode: .learn
        )
        #expect(try writer.append(event, of: card))
    }

    private typealias Origin = (event: Int64, replica: Int64, sequence: Int64, clock: Int64)

    /// Where events come from, in the order in which they were added.
    private func origins() throws -> [Origin] {
        try fresh.connection().rows(
            "SELECT event, replica, sequence, clock FROM event_origin ORDER BY replica, sequence"
        ) { ($0.int64(0), $0.int64(1), $0.int64(2), $0.int64(3)) }
    }

    private func removedEvents() throws -> [Int64] {
        try fresh.connection().rows("SELECT object FROM fact WHERE kind = 'event'") { $0.int64(0) }
    }

    /// Adds an event after the first one.
    private static let event: StaticString = """
        INSERT INTO event_origin (replica, sequence, event, clock)
        SELECT replica, sequence + 1, 100, clock + 10
        FROM event_origin
        WHERE event = 1
        """

    private static let setting: StaticString =
        "INSERT INTO setting (key, value) VALUES (hex(randomblob(8)), '')"

    private func asAnotherProgram(_ sql: StaticString) throws {
        let connection = try Connection(
            path: fresh.folder.path("a.omena"),
            access: .write,
            applicationID: 0
        )
        _ = try connection.run(sql)
        try connection.close()
    }
}
