import Library
import LibraryValues
import Notes
import Recall
import Testing

/// Notes of a large import can be studied at once, and are indexed before the first search.
struct IndexingTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private static let count = 2_000

    init() throws { fresh = try FreshLibrary() }

    @discardableResult
    private func importNotes(_ word: String = "quokka") throws -> ImportReport {
        let notes = (1...Self.count).map { number in
            ImportNote(
                .none,
                type: NoteType.basic.id,
                values: [.number(1): FieldValue("\(word) \(number)"), .number(2): FieldValue("x")]
            )
        }
        return try library.importNotes(
            of: ImportBatch(file: "many.csv", into: try #require(DeckName("Many")), notes: notes),
            by: nil
        )
    }

    private func number(of query: String) throws -> Int {
        try library.search(query, limit: 1).total
    }

    @Test func notesAreStudiedBeforeTheyAreIndexed() throws {
        try importNotes()

        let deal = try #require(try library.deal(.review, Source(deck: "Many")))
        var answers = deal.cards.prefix(3).enumerated().map { place, card in
            fresh.answer(Int64(place + 1), to: card)
        }
        for place in answers.indices { answers[place].kind = .review(.good, due: nil) }
        #expect(try library.record(answers) == [.stored, .stored, .stored])
        #expect(try library.record([fresh.retraction(9, of: answers[2])]) == [.stored])
        _ = try library.delete([deal.cards[0].note], by: nil)
        #expect(try fresh.summary(of: "Many").notes == Self.count - 1)
        #expect(try library.home(timeZoneOffset: 0).week.map(\.answers).reduce(0, +) == 2)
        #expect(try #require(try library.deal(.browse, Source(deck: "Many"))).cards.count == 200)
        #expect(try library.needsIndexing())

        #expect(try number(of: "quokka") == Self.count - 1)
        #expect(try number(of: "quokka -is:new") == 1)
        #expect(try library.needsIndexing())
        #expect(try library.check().findings == [])
    }

    @Test func importIsUndoneBeforeItIsIndexed() throws {
        let change = try #require(try importNotes().change)

        _ = try library.undo(change.id)

        #expect(try number(of: "quokka") == 0)
        #expect(try number(of: "") > 0)
        #expect(try library.check().findings == [])
    }

    @Test func continuesAfterAnInterruption() throws {
        try importNotes()
        #expect(try library.indexNextPart())

        try fresh.reopen()
        #expect(try library.needsIndexing())
        while try library.indexNextPart() {}

        #expect(try number(of: "quokka") == Self.count)
        #expect(try library.check().findings == [])
    }

    @Test func aSecondImportMayComeBeforeIndexing() throws {
        try importNotes()
        #expect(try library.indexNextPart())

        try importNotes("wombat")

        #expect(try number(of: "quokka or wombat") == 2 * Self.count)
        #expect(try library.check().findings == [])
    }

    @Test func checkCompletesTheIndex() throws {
        try importNotes()

        #expect(try library.check().findings == [])

        #expect(try !library.needsIndexing())
        #expect(try number(of: "quokka") == Self.count)
    }

    @Test func restoredBackupIsIndexed() throws {
        try importNotes()
        let backup = try library.backUp(.asked)
        _ = try library.delete(try library.search("quokka").rows.map(\.note.id), by: nil)

        _ = try library.restore(backup.name)

        #expect(try number(of: "quokka") == Self.count)
        #expect(try library.check().findings == [])
    }

    @Test func actionsOnManyNotesAreIndexedToo() throws {
        try importNotes()
        while try library.indexNextPart() {}
        let deck = try #require(try library.decks().first { $0.name.text == "Many" })

        _ = try library.deleteDeck(deck.id, by: nil)

        #expect(try number(of: "quokka") == 0)
        #expect(try library.check().findings == [])
    }
}
