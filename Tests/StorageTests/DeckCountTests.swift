import Notes
import SQLite
import Storage
import Testing

struct DeckCountTests {
    /// The counts that triggers maintain match a recount, whatever happens to the notes.
    @Test func staysTrueUnderEveryChange() throws {
        let fresh = try Fresh()
        let other = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("Other")))
        let changes: [StaticString] = [
            "UPDATE note SET progress = id % 3",
            "UPDATE note SET deck = 2 WHERE id % 3 = 0",
            "UPDATE note SET binned = 5 WHERE id % 5 = 0",
            "UPDATE note SET deck = 3 - deck, progress = 2 - progress",
            "UPDATE note SET binned = NULL, deck = 1 WHERE id % 10 = 0",
            "UPDATE note SET binned = 6 WHERE id % 7 = 0",
            "UPDATE note SET binned = 7 WHERE binned IS NOT NULL",
            "DELETE FROM note WHERE id % 4 = 0",
            "UPDATE note SET fields = '{}', answered = 9",
            "DELETE FROM note",
        ]

        try fresh.database.write { writer in
            try writer.insert(other, at: .some)
            for id in 1...60 as ClosedRange<Int64> {
                var note = fresh.note(id)
                if id > 50 { note.binned = .some }
                try writer.insert(note)
            }
            for change in changes {
                try writer.connection.run(change)
                var recount = [fresh.deck.id: DeckCount(), other.id: DeckCount()]
                try writer.connection.forEach(
                    """
                    SELECT deck, count(*), sum(progress = 1), sum(progress = 2)
                    FROM note
                    WHERE binned IS NULL
                    GROUP BY deck
                    """
                ) { row in
                    recount[DeckID(rawValue: row.int64(0))] = DeckCount(
                        notes: row.int(1),
                        learning: row.int(2),
                        known: row.int(3)
                    )
                }
                #expect(try writer.deckCounts() == recount, "after \(change)")
            }
        }
    }
}
