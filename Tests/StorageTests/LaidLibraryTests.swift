import Notes
import Recall
@testable import SQLite
import Storage
import TestFolder
import Testing

/// What a great import brings is there as it came, whether it was laid down beside the library or not.
struct LaidLibraryTests {
    private let fresh: Fresh
    private static let count = 1_200

    init() throws { fresh = try Fresh() }

    private func card(_ number: Int64) -> CardID {
        CardID(note: NoteID(rawValue: number), face: .template(1))
    }

    /// Many are due at the same time.
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

    /// Two days of answers to a card, and what was said of it besides.
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

    private func bring(
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
            try bulk.add(WholeNote(note, cards: [(card, log(number))]), with: writer)
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

    @Test func everyEventIsThereAsItCame() throws {
        let numbers = 1...Int64(Self.count)
        try fresh.database.write { try bring(numbers, with: $0, log: log) }

        for number in numbers { #expect(try events(of: number) == log(of: number)) }
        #expect(
            try fresh.connection().rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"]
        )
    }

    /// Notes that are there before: answered, tagged, in the bin.
    private func addSome(to fresh: Fresh) throws {
        try fresh.database.write { writer in
            for number in 20_001...20_009 as ClosedRange<Int64> {
                var note = fresh.note(number)
                note.tags = [try #require(TagName("old"))]
                note.binned = number == 20_005 ? .some : nil
                try writer.insert(note)
                let card = try writer.insertCard(of: note.id, face: .template(1))
                for event in log(of: number) { _ = try writer.append(event, of: card) }
                try writer.settle(note.id, hasNew: number % 2 == 0)
            }
            try writer.set(.study, to: "{}")
        }
    }

    /// All that follows from what was brought, by where it stands.
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
        ]
        var rows: [String: [[Value]]] = [:]
        for question in questions {
            rows["\(question)"] = try connection.rows(question) { row in
                (0..<row.count).map { row.value($0) }
            }
        }
        return rows
    }

    @Test func itComesToTheSameAsIfEachRowWereWritten() throws {
        let other = try Fresh()
        for (fresh, isLaid) in [(fresh, true), (other, false)] {
            try addSome(to: fresh)
            try fresh.database.write { writer in
                try bring(1...1_200, isLast: isLaid, with: writer, log: log)
                // What was found of notes that were there is void then.
                let before = try #require(try writer.storedDeck(fresh.deck.id))
                var after = before
                after.settings.languageChoiceText = "something newer"
                try writer.replace(.deck(before: before, after: after))
            }
            while try fresh.database.indexNextPart() {}
        }

        let laid = try rows(of: fresh)
        let written = try rows(of: other)
        for place in written.keys { #expect(laid[place] == written[place], "\(place)") }
        #expect(try fresh.connection().rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try fresh.connection().rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
    }

    @Test func whatComesLaterIsAddedToIt() throws {
        try fresh.database.write { try bring(1...1_000, with: $0, log: log) }
        try fresh.database.write { try bring(1_001...9_000, with: $0, log: log) }

        for number in [1, 999, 1_001, 8_999] as [Int64] {
            #expect(try events(of: number) == log(of: number))
        }
    }

    @Test func twoEventsOfOneNameAreTwo() throws {
        try fresh.database.write { writer in
            try bring(1...1_000, with: writer) { number in
                [.answer(7, of: NoteID(rawValue: number), .good, at: 5)]
                    + [.answer(7, of: NoteID(rawValue: number), .easy, at: 5)]
            }
        }

        let all = try (1...1_000).flatMap { try events(of: $0) }
        #expect(all.count == 2_000)
        #expect(Set(all.map(\.id)).count == 2_000)
    }

    @Test func anImportThatIsBrokenOffLeavesNothingAndHindersNone() throws {
        struct BrokenOff: Error {}
        #expect(throws: BrokenOff.self) {
            try fresh.database.write { writer in
                try bring(1...1_000, with: writer, log: log)
                throw BrokenOff()
            }
        }
        #expect(try fresh.database.read { try $0.answerCount() } == 0)

        try fresh.database.write { try bring(1...1_000, with: $0, log: log) }
        #expect(try events(of: 5) == log(of: 5))
    }

    @Test func nothingStaysBesideTheLibraryThoughAnImportWasKilled() throws {
        try fresh.database.write { try bring(1...1_000, with: $0, log: log) }
        #expect(try !fresh.folder.contents.keys.contains { $0.hasSuffix("-laid") })

        try fresh.folder.write([1, 2, 3], to: "b.omena-laid")
        let other = try Database(path: fresh.folder.path("b.omena"), now: .some)
        #expect(try !fresh.folder.contents.keys.contains { $0.hasSuffix("-laid") })
        try other.close()
    }
}
