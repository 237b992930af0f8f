import Notes
import Recall
import SQLite
import TestFolder
import TestKey
import Testing

@testable import Storage

/// A bulk import adds all of its rows to the library, or none.
struct BTreeLibraryTests {
    private let fresh: Fresh
    private static let count = 1_200

    init() throws { fresh = try Fresh() }

    private func card(_ number: Int64) -> CardID {
        CardID(note: NoteID(rawValue: number), face: .template(1))
    }

    /// Many cards are due at the same time.
    private func state(_ number: Int64) -> CardState {
        CardState(
            stage: .relearning(step: 1),
            memory: number % 4 == 0
                ? nil : Memory(stability: Double(number % 9), difficulty: 5.5),
            due: Moment.some.milliseconds + number % 10 * 86_400_000,
            interval: Int(number % 50),
            reviews: 4,
            lapses: 1,
            lastReview: nil,
            lastDay: 20_833 - Int(number % 13)
        )
    }

    /// Up to five days of answers to a card, and other events.
    private func log(of number: Int64) -> [Event] {
        let kinds: [Event.Kind] = [
            .review(.good, due: .some, reviews: 2), .practice(.again),
            .setState(.imported(state(number))),
            .retraction(of: EventID(rawValue: number)), .review(.easy, due: nil),
        ]
        return kinds.prefix(Int(number % 6)).enumerated().map { place, kind in
            let moment = Moment(milliseconds: Int64(place) * 86_400_000 + number)
            return Event(
                id: EventID(rawValue: moment.milliseconds << 21 | Int64(place)),
                note: NoteID(rawValue: number),
                face: .template(1),
                kind: kind,
                moment: moment,
                offset: -210,
                duration: 59_999,
                mode: .quiz,
                extras: place == 1 ? "[1,2,\"three\"]" : nil
            )
        }
    }

    private func add(
        _ numbers: ClosedRange<Int64>,
        isLast: Bool = true,
        with writer: borrowing Writer,
        log: (Int64) -> [Event]
    ) throws {
        var bulk = try BulkWriter(expecting: numbers.count, with: writer)
        for number in numbers {
            let marks = CardMarks(
                isSuspended: number % 11 == 0,
                burial: number % 7 == 0 ? .byLearner : nil,
                buriedUntil: number % 7 == 0 ? .some : nil
            )
            var card = ImportedCard(
                id: card(number),
                marks: marks,
                state: number % 3 == 0 ? .new : state(number),
                extras: nil
            )
            card.reviewed = number % 5 == 0 ? .some : nil
            var note = fresh.note(number)
            note.tags = ["noun", "Zoo::bird", "ÿ", "noun"].prefix(Int(number % 5)).compactMap {
                TagName($0)
            }
            try bulk.add(ImportedNote(note, cards: [(card, log(number))]), with: writer)
        }
        try bulk.finish(isLast: isLast, with: writer)
    }

    private func events(of number: Int64) throws -> [Event] {
        try fresh.database.read { reader in
            let card = try #require(
                try reader.card(of: NoteID(rawValue: number), face: .template(1))
            )
            return try reader.events(of: card)
        }
    }

    @Test func everyEventIsStoredUnchanged() throws {
        let numbers = 1...Int64(Self.count)
        try fresh.database.write { try add(numbers, with: $0, log: log) }

        for number in numbers { #expect(try events(of: number) == log(of: number)) }
        #expect(
            try fresh.connection().rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"]
        )
    }

    /// Adds notes that exist before an import: answered, tagged, and in the bin.
    private func addSome(to fresh: Fresh) throws {
        try fresh.database.write { writer in
            for number in 20_001...20_009 as ClosedRange<Int64> {
                var note = fresh.note(number)
                note.tags = [try #require(TagName("old"))]
                note.binned = number == 20_005 ? .some : nil
                try writer.insert(note)
                let card = try writer.insertCard(of: note.id, face: .template(1))
                for event in log(of: number) { _ = try writer.append(event, of: card) }
                try writer.setHasNew(number % 2 == 0, of: note.id)
            }
            try writer.set(.study, to: "{}")
        }
    }

    /// Every row that an import may affect, by the query that reads it.
    private func rows(of fresh: Fresh) throws -> [String: [[Value]]] {
        let connection = try fresh.connection()
        let questions: [StaticString] = [
            "SELECT * FROM note ORDER BY id", "SELECT * FROM note_tag ORDER BY note, folded_tag",
            "SELECT * FROM card ORDER BY id", "SELECT * FROM event ORDER BY card, moment, id",
            "SELECT * FROM deck", "SELECT * FROM note_type", "SELECT * FROM language_set",
            "SELECT * FROM setting", "SELECT word FROM word ORDER BY word",
            "SELECT * FROM sqlite_sequence ORDER BY name", "SELECT * FROM index_to_make",
            "SELECT name, sql FROM sqlite_schema ORDER BY name", "PRAGMA user_version",
            "PRAGMA application_id",
            "SELECT kind, object, part FROM fact ORDER BY kind, object, part",
        ]
        var rows: [String: [[Value]]] = [:]
        for question in questions {
            rows["\(question)"] = try connection.rows(question) { row in
                (0..<row.count).map { row.value($0) }
            }
        }
        return rows
    }

    @Test func aFileSwapLeavesTheSameRowsAsInsertion() throws {
        let other = try Fresh()
        for (fresh, swapsFile) in [(fresh, true), (other, false)] {
            try addSome(to: fresh)
            try fresh.database.write { writer in
                try add(1...1_200, isLast: swapsFile, with: writer, log: log)
                // This invalidates what was derived for existing notes.
                let before = try #require(try writer.storedDeck(fresh.deck.id))
                var after = before
                after.settings.languageChoiceText = "something newer"
                try writer.replace(.deck(before: before, after: after))
            }
            while try fresh.database.indexNextPart() {}
        }

        let swapped = try rows(of: fresh)
        let inserted = try rows(of: other)
        for question in inserted.keys {
            #expect(swapped[question] == inserted[question], "\(question)")
        }
        #expect(try fresh.connection().rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try fresh.connection().rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
    }

    @Test(.enabled(if: TestKey.key == nil)) func noIndexIsLeftToSQLite() throws {
        try fresh.database.write { writer in
            let bulk = try BulkWriter(expecting: Self.count, with: writer)
            let library = try #require(bulk.library)
            let trees = [library.noteTable, library.tagTable, library.cards, library.log]
            let indexes = try writer.connection.rows(
                """
                SELECT name
                FROM sqlite_schema
                WHERE type = 'index'
                AND tbl_name IN ('note', 'note_tag', 'card', 'event')
                """
            ) { $0.text(0) }

            let expected = Set(indexes).subtracting(Writer.searchIndexes)
            #expect(Set(trees.flatMap(\.indexes)) == expected)
        }
    }

    @Test func aNoteThatWasDeletedIsImportedAgain() throws {
        try fresh.database.write { try $0.insert(fresh.note(7)) }
        try fresh.database.write { try $0.remove(NoteID(rawValue: 7)) }
        let deletion = try sequences(of: 7)

        try fresh.database.write { try add(1...1_000, with: $0) { _ in [] } }

        let addition = try sequences(of: 7)
        #expect(deletion.count == 1)
        #expect(addition.count == 1)
        #expect(addition[0] > deletion[0])
        #expect(try fresh.connection().rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }

    @Test func aNoteThatIsDeletedDuringAnImportStaysDeleted() throws {
        try fresh.database.write { try $0.insert(fresh.note(7)) }

        try fresh.database.write { writer in
            var bulk = try BulkWriter(expecting: 1_000, with: writer)
            try writer.remove(NoteID(rawValue: 7))
            try bulk.add(ImportedNote(fresh.note(8)), with: writer)
            try bulk.finish(isLast: true, with: writer)
        }

        #expect(try sequences(of: 7).count == 1)
        #expect(try sequences(of: 8).count == 1)
    }

    /// The objects of facts are numbers or texts, and texts come last.
    @Test func aFactOfANoteWithATextIsKept() throws {
        try fresh.database.write { writer in
            _ = try writer.connection.run(
                """
                INSERT INTO fact (kind, object, part, clock, replica, sequence)
                VALUES ('note', 'text', '', 1, 99, 1)
                """
            )
        }

        try fresh.database.write { try add(1...1_000, with: $0) { _ in [] } }

        let facts = try fresh.connection().rows(
            "SELECT object FROM fact WHERE kind = 'note' ORDER BY object"
        ) { $0.text(0) }
        #expect(facts.count == 1_001)
        #expect(facts.last == "text")
    }

    private func sequences(of note: Int64) throws -> [Int64] {
        try fresh.connection().rows(
            "SELECT sequence FROM fact WHERE kind = 'note' AND object = :note",
            ["note": note]
        ) { $0.int64(0) }
    }

    @Test func aSecondImportIsAdded() throws {
        try fresh.database.write { try add(1...1_000, with: $0, log: log) }
        try fresh.database.write { try add(1_001...9_000, with: $0, log: log) }

        for number in [1, 999, 1_001, 8_999] as [Int64] {
            #expect(try events(of: number) == log(of: number))
        }
    }

    @Test func eventsWithTheSameIDBothStay() throws {
        try fresh.database.write { writer in
            try add(1...1_000, with: writer) { number in
                [.answer(7, of: NoteID(rawValue: number), .good, at: 5)]
                    + [.answer(7, of: NoteID(rawValue: number), .easy, at: 5)]
            }
        }

        let all = try (1...1_000).flatMap { try events(of: $0) }
        #expect(all.count == 2_000)
        #expect(Set(all.map(\.id)).count == 2_000)
    }

    @Test func anInterruptedImportLeavesNothingAndHindersNoOther() throws {
        struct Interrupted: Error {}
        #expect(throws: Interrupted.self) {
            try fresh.database.write { writer in
                try add(1...1_000, with: writer, log: log)
                throw Interrupted()
            }
        }
        #expect(try fresh.database.read { try $0.answerCount() } == 0)

        try fresh.database.write { try add(1...1_000, with: $0, log: log) }
        #expect(try events(of: 5) == log(of: 5))
    }

    @Test func aLeftoverOfAKilledImportIsDeleted() throws {
        try fresh.database.write { try add(1...1_000, with: $0, log: log) }
        #expect(try !fresh.folder.contents.keys.contains { $0.hasSuffix("-import") })

        try fresh.folder.write([1, 2, 3], to: "b.omena-import")
        let other = try Database(path: fresh.folder.path("b.omena"), now: .some)
        #expect(try !fresh.folder.contents.keys.contains { $0.hasSuffix("-import") })
        try other.close()
    }

    // MARK: - Faults

    enum Fault: CaseIterable {
        case missingNote, missingCard, missingEvent, missingTag
        case nullGUID, textAsNumber, halfPlace, unknownNote, duplicateTag, duplicateGUID

        /// Introduces the fault after the last note of an import.
        func seed(in library: BTreeLibrary) throws {
            switch self {
            case .missingNote: library.addedCounts.notes += 1
            case .missingCard: library.addedCounts.cards += 1
            case .missingEvent: library.addedCounts.events += 1
            case .missingTag: library.addedCounts.tags += 1
            case .nullGUID: try add([.guid: .null], to: library)
            case .textAsNumber: try add([.made: .text("yesterday")], to: library)
            case .halfPlace: try add([.latitude: .real(60)], to: library)
            case .duplicateGUID: try add([.guid: .text("guid 7")], to: library)
            case .unknownNote:
                try library.tags.add(77_777) { row in
                    row.bind(77_777)
                    row.bind("tag")
                    row.bind("Tag")
                }
                library.addedCounts.tags += 1
            case .duplicateTag:
                for _ in 0..<2 {
                    try library.tags.add(7) { row in
                        row.bind(7)
                        row.bind("tag")
                        row.bind("Tag")
                    }
                }
                library.addedCounts.tags += 2
            }
        }

        private enum Column: Int {
            case guid = 1
            case latitude = 5
            case made = 7
        }

        private func add(_ values: [Column: Value], to library: BTreeLibrary) throws {
            try library.notes.add(77_777) { row in
                for column in ImportedNote.columns.indices {
                    let value: Value =
                        switch ImportedNote.columns[column].description {
                        case "id", "word_type", "latitude", "longitude", "binned", "extras": .null
                        case "guid": .text("guid 77777")
                        case "fields", "prompt", "languages": .text("")
                        case "note_type": .integer(NoteType.basicAndReversed.id.rawValue)
                        default: .integer(1)
                        }
                    row.bind(stored: Column(rawValue: column).flatMap { values[$0] } ?? value)
                }
            }
            library.addedCounts.notes += 1
        }
    }

    @Test(.enabled(if: TestKey.key == nil), arguments: Fault.allCases, [true, false])
    func aFaultyImportIsRefusedAndChangesNothing(fault: Fault, swapsFile: Bool) throws {
        try addSome(to: fresh)
        let before = try rows(of: fresh)

        let error = #expect(throws: StorageError.self) {
            try fresh.database.write { writer in
                var bulk = try BulkWriter(expecting: 1_000, with: writer)
                for number in 1...1_000 as ClosedRange<Int64> {
                    try bulk.add(ImportedNote(fresh.note(number)), with: writer)
                }
                try fault.seed(in: try #require(bulk.library))
                try bulk.finish(isLast: swapsFile, with: writer)
            }
        }
        #expect(error.map { "\($0)" }?.isEmpty == false)

        #expect(try rows(of: fresh) == before)
        #expect(try !fresh.folder.contents.keys.contains { $0.hasSuffix("-import") })
        try fresh.database.write { try add(1...1_000, with: $0, log: log) }
        #expect(try events(of: 5) == log(of: 5))
    }
}
