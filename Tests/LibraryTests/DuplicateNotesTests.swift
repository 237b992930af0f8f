import Languages
import Library
import LibraryValues
import Notes
import Recall
import Testing

/// A large file may contain a note twice; the second is merged into the first, as if it had been imported later.
struct DuplicateNotesTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private static let count = 2_000

    init() throws { fresh = try FreshLibrary() }

    private func texts(_ query: String) throws -> [String] {
        try library.search(query).rows.map { $0.note.values[.number(2)]?.text ?? "" }.sorted()
    }

    @Test func laterLineOfATextReplacesTheEarlier() throws {
        let notes = (1...Self.count).map { number in
            ImportNote(
                .text(of: .number(1)),
                type: NoteType.basic.id,
                values: [
                    .number(1): FieldValue(number == 1_500 ? "quokka3" : "quokka\(number)"),
                    .number(2): FieldValue("back \(number)"),
                ]
            )
        }
        let report = try library.importNotes(
            of: ImportBatch(
                file: "many.csv",
                into: try #require(DeckName("Many")),
                notes: notes,
                update: .always
            ),
            by: nil
        )

        #expect(report.added == Self.count - 1)
        #expect(report.updated == 1)
        #expect(try texts("\"quokka3\"") == ["back 1500"])
        #expect(try library.search("quokka*", limit: 1).total == Self.count - 1)
        #expect(try library.check().findings == [])
    }

    @Test func logsOfBothNotesOfACollectionCount() throws {
        let report = try library.importNotes(of: try collection(), by: nil)

        #expect(report.added == Self.count)
        #expect(report.reviews == Self.count + 1)
        #expect(try texts("\"quokka7\"") == ["later"])
        #expect(try library.check().findings == [])
        let change = try #require(report.change)
        _ = try library.undo(change.id)
        #expect(try library.search("quokka*", limit: 1).total == 0)
        #expect(try library.check().findings == [])
    }

    /// A collection that repeats the seventh note at the end, with another answer.
    private func collection() throws -> ImportBatch {
        let deck = try #require(DeckName("Many"))
        var batch = ImportBatch(file: "a", into: deck, noteCount: Self.count + 1) { _, body in
            for number in 1...Self.count {
                try body(.note(Self.note(number, "back", at: 1_000)))
            }
            try body(.note(Self.note(7, "later", at: 2_000_000)))
        }
        batch.isCollection = true
        batch.decks = [ImportDeck(name: deck)]
        batch.types = [ImportNoteType(.basic)]
        return batch
    }

    private static func note(_ number: Int, _ back: String, at moment: Int64) -> ImportNote {
        var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
        card.log = [
            ImportEvent(
                moment: Moment(milliseconds: moment + Int64(number)),
                offset: 0,
                kind: .review(.good, due: nil),
                duration: 1_000
            )
        ]
        var note = ImportNote(
            .guid(NoteGUID(rawValue: "guid\(number)")),
            type: NoteType.basic.id,
            values: [.number(1): FieldValue("quokka\(number)"), .number(2): FieldValue(back)]
        )
        note.hasAllFields = true
        note.hasAllTags = true
        note.made = Moment(milliseconds: Int64(number))
        note.changed = Moment(milliseconds: moment)
        note.cards = [card]
        return note
    }
}
