import Languages
import Library
import Notes
import Recall
import Testing

/// A great file may hold a note twice; the second is merged into the first, as if it had come later.
struct TwinNotesTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }
    private static let count = 2_000

    init() throws { fresh = try FreshLibrary() }

    private func texts(_ query: String) throws -> [String] {
        try library.search(query).rows.map { $0.note.values[.number(2)]?.text ?? "" }.sorted()
    }

    @Test func ofATextTheLaterLineHolds() throws {
        let notes = (1...Self.count).map { number in
            DeliveredNote(
                .text(of: .number(1)),
                type: NoteType.basic.id,
                values: [
                    .number(1): FieldValue(number == 1_500 ? "quokka3" : "quokka\(number)"),
                    .number(2): FieldValue("back \(number)"),
                ]
            )
        }
        let report = try library.bring(
            Delivery(into: try #require(DeckName("Many")), notes: notes, update: .always),
            from: "many.csv",
            by: nil
        )

        #expect(report.added == Self.count - 1)
        #expect(report.updated == 1)
        #expect(try texts("\"quokka3\"") == ["back 1500"])
        #expect(try library.search("quokka*", limit: 1).total == Self.count - 1)
        #expect(try library.check().findings == [])
    }

    @Test func ofACollectionBothLogsCount() throws {
        let report = try library.bring(
            try Twins(count: Self.count),
            CollectionOrder(file: "a"),
            by: nil
        )

        #expect(report.added == Self.count)
        #expect(report.reviews == Self.count + 1)
        #expect(try texts("\"quokka7\"") == ["later"])
        #expect(try library.check().findings == [])
        let change = try #require(report.change)
        _ = try library.undo(change.id)
        #expect(try library.search("quokka*", limit: 1).total == 0)
        #expect(try library.check().findings == [])
    }
}

/// A collection in which the seventh note comes again at the end, with another answer.
private struct Twins: CollectionSource {
    let count: Int

    let decks: [CollectionDeck]
    let types = [
        CollectionType(number: 1, type: .basic, changed: Moment(milliseconds: 0))
    ]

    init(count: Int) throws {
        self.count = count
        decks = [CollectionDeck(number: 1, name: try #require(DeckName("Many")))]
    }

    var noteCount: Int { count + 1 }
    let parameters: Parameters? = nil
    let settings: StudySettings? = nil
    let leftOut: [Phrase] = []
    let mediaNames: [String] = []

    func medium(named name: String, limit: Int) -> [UInt8]? { nil }

    func forEachNote(_ rules: CollectionRules, _ body: (CollectionNote) throws -> Void) throws {
        for number in 1...count { try body(note(number, "back", at: 1_000)) }
        try body(note(7, "later", at: 2_000_000))
    }

    private func note(_ number: Int, _ back: String, at moment: Int64) -> CollectionNote {
        var card = CollectionCard(face: .template(1), deck: 1, state: .new, hasMemory: false)
        card.log = [
            CollectionEvent(
                moment: Moment(milliseconds: moment + Int64(number)),
                offset: 0,
                kind: .review(.good, due: nil),
                duration: 1_000
            )
        ]
        return CollectionNote(
            guid: NoteGUID(rawValue: "guid\(number)"),
            type: 1,
            deck: 1,
            values: [.number(1): FieldValue("quokka\(number)"), .number(2): FieldValue(back)],
            tags: [],
            made: Moment(milliseconds: Int64(number)),
            changed: Moment(milliseconds: moment),
            cards: [card]
        )
    }
}
