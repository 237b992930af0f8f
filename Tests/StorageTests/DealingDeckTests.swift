import Notes
import Recall
import SQLite
import Storage
import Testing

/// The deck from which a card is dealt is stored in a column of its own, so that an index finds its due cards.
struct DealingDeckTests {
    private let fresh: Fresh
    private let other: Deck

    init() throws {
        fresh = try Fresh()
        other = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("Other")))
        let (note, other) = (fresh.note(1), other)
        try fresh.database.write { writer in
            try writer.insert(other, at: .some)
            try writer.insert(note)
        }
    }

    /// The deck from which the card is dealt after a change.
    private func dealingDeck(after change: (borrowing Writer) throws -> Void = { _ in }) throws
        -> Int64?
    {
        try fresh.database.write { writer in
            _ = try writer.insertCard(of: NoteID(rawValue: 1), face: .template(1))
            try change(writer)
            return try writer.connection.row("SELECT dealing_deck FROM card") { $0.int64OrNil(0) }
                ?? nil
        }
    }

    @Test func isThatOfTheNote() throws {
        #expect(try dealingDeck() == 1)
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET deck = 2") } == 2)
    }

    @Test func isTheCardsOwnWhereItHasOne() throws {
        #expect(try dealingDeck { try $0.connection.run("UPDATE card SET deck = 2") } == 2)
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET deck = 2") } == 2)
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET deck = 1") } == 2)
        #expect(try dealingDeck { try $0.connection.run("UPDATE card SET deck = NULL") } == 1)
    }

    @Test func isNoneWhileTheCardIsSuspended() throws {
        #expect(
            try dealingDeck { try $0.connection.run("UPDATE card SET is_suspended = 1") } == nil
        )
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET deck = 2") } == nil)
        #expect(try dealingDeck { try $0.connection.run("UPDATE card SET is_suspended = 0") } == 2)
    }

    @Test func isNoneWhileTheNoteLiesInTheBin() throws {
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET binned = 5") } == nil)
        #expect(try dealingDeck { try $0.connection.run("UPDATE card SET deck = 2") } == nil)
        #expect(try dealingDeck { try $0.connection.run("UPDATE note SET binned = NULL") } == 2)
    }

    /// The queries of a session are ranges of an index, so that they are fast in a library of any size.
    @Test(
        arguments: [
            (
                "EXPLAIN QUERY PLAN SELECT note FROM card WHERE dealing_deck = 1 AND due < 5",
                "card_by_due"
            ),
            ("EXPLAIN QUERY PLAN SELECT note FROM card WHERE last_day = 5", "card_by_last_day"),
        ] as [(StaticString, String)]
    )
    func isFoundByAnIndex(sql: StaticString, index: String) throws {
        let plan = try fresh.connection().rows(sql) { $0.text(3) }

        #expect(plan.count == 1 && plan[0].contains(" INDEX \(index) "), "\(plan)")
    }
}
