import Languages
import Library
import LibraryValues
import Notes
import Recall
import Testing

/// Logs and states that files bring for cards that the library has already.
struct ImportedLogTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private static let start: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400_000

    init() throws { fresh = try FreshLibrary() }

    @Test func laterFileSetsTheStateAfterTheSameLastReview() throws {
        let intervals = 11...40
        _ = try importCards(intervals.map { Self.card(reviewedOn: [9], interval: $0) })

        _ = try importCards(intervals.map { Self.card(reviewedOn: [1, 9], interval: 2 * $0) })

        #expect(try states().map(\.interval) == intervals.map { 2 * $0 })
        #expect(try library.check().findings == [])
    }

    @Test func cardThatIsListedTwiceIsTakenOnce() throws {
        let note = Self.note(
            1,
            [Self.card(reviewedOn: [9], interval: 11), Self.card(reviewedOn: [1], interval: 40)]
        )

        let report = try importNotes([note])

        #expect(report.added == 1 && report.cards == 1 && report.reviews == 1)
        #expect(try states().map(\.interval) == [11])
        #expect(try library.check().findings == [])
    }

    /// A state that a file sets has no offset where it comes without a log.
    @Test func onlyAnswersUntilNowTellTheLearnersClock() throws {
        var card = Self.card(reviewedOn: [9], interval: 11)
        card.log = []
        _ = try importCards([card])
        #expect(try states().map(\.interval) == [11])
        #expect(try library.learnersOffset() == nil)

        let answer = fresh.answer(1, to: try fresh.firstCard())
        var later = fresh.answer(2, to: try fresh.firstCard(), after: 1)
        later.offset = 0
        _ = try library.record([answer, later])

        #expect(try library.learnersOffset() == answer.offset)
    }

    private func states() throws -> [CardState] {
        let notes = try library.search("quokka", limit: 100).rows.map(\.note.id).sorted()
        return try library.connectedNotes(notes).flatMap(\.cards).map(\.state)
    }

    private func importCards(_ cards: [ImportCard]) throws -> ImportReport {
        try importNotes(cards.enumerated().map { Self.note($0 + 1, [$1]) })
    }

    private func importNotes(_ notes: [ImportNote]) throws -> ImportReport {
        let deck = try #require(DeckName("Many"))
        var batch = ImportBatch(file: "a", into: deck, notes: notes, update: .newer)
        batch.isCollection = true
        batch.decks = [ImportDeck(name: deck)]
        batch.types = [ImportNoteType(.basic)]
        return try library.importNotes(of: batch, by: nil)
    }

    private static func note(_ number: Int, _ cards: [ImportCard]) -> ImportNote {
        var note = ImportNote(
            .guid(NoteGUID(rawValue: "guid\(number)")),
            type: NoteType.basic.id,
            values: [.number(1): FieldValue("quokka \(number)"), .number(2): FieldValue("back")]
        )
        note.hasAllFields = true
        note.hasAllTags = true
        note.made = Moment(milliseconds: start + Int64(number))
        note.changed = note.made
        note.cards = cards
        return note
    }

    private static func card(reviewedOn days: [Int64], interval: Int) -> ImportCard {
        let moments = days.map { start + $0 * day }
        let last = moments.last ?? start
        var card = ImportCard(
            face: .template(1),
            state: CardState(
                stage: .review,
                memory: Memory(stability: Double(interval), difficulty: 5),
                due: last + Int64(interval) * day,
                interval: interval,
                reviews: days.count,
                lapses: 0,
                lastReview: last,
                lastDay: nil
            ),
            hasMemory: true
        )
        card.log = moments.map {
            ImportEvent(
                moment: Moment(milliseconds: $0),
                offset: 0,
                kind: .review(.good, due: nil),
                duration: 1_000
            )
        }
        return card
    }
}
