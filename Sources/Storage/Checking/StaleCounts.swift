internal import Notes
internal import Recall
internal import SQLite

// Recounts what triggers count of notes, cards and decks.

extension Writer {
    /// Recounts what is cached of notes, cards and decks, and returns how many rows were wrong.
    package func refreshCounts() throws -> Int {
        try refreshNotes() + refreshDealing() + refreshTexts() + refreshDecks()
            + refreshLanguages()
    }

    /// The latest answer to any card of a note, and its numbers of cards and of reviewed cards.
    private func refreshNotes() throws -> Int {
        try connection.run(
            """
            WITH latest AS (
                SELECT note, answered, answered_grade,
                    row_number() OVER (
                        PARTITION BY note
                        ORDER BY answered DESC, answered_event DESC
                    ) AS place
                FROM card
                WHERE answered IS NOT NULL
            ),
            asked AS (
                SELECT note, count(*) AS cards, count(*) FILTER (WHERE stage <> 0) AS introduced
                FROM card
                GROUP BY note
            ),
            counted AS (
                SELECT note.id, coalesce(latest.answered, 0) AS answered,
                    coalesce(latest.answered_grade, 0) > 1 AS is_remembered,
                    coalesce(asked.cards, 0) AS cards,
                    coalesce(asked.introduced, 0) AS introduced
                FROM note
                LEFT JOIN latest ON latest.note = note.id AND latest.place = 1
                LEFT JOIN asked ON asked.note = note.id
            )
            UPDATE note
            SET answered = counted.answered, is_remembered = counted.is_remembered,
                cards = counted.cards, introduced = counted.introduced
            FROM counted
            WHERE counted.id = note.id
            AND (note.answered, note.is_remembered, note.cards, note.introduced)
                <> (counted.answered, counted.is_remembered, counted.cards, counted.introduced)
            """
        )
    }

    /// Which deck deals a card.
    private func refreshDealing() throws -> Int {
        try connection.run(
            """
            UPDATE card
            SET dealing_deck = CASE
                WHEN card.is_suspended = 0 AND card.is_asked = 1 AND note.binned IS NULL
                THEN coalesce(card.deck, note.deck)
            END
            FROM note
            WHERE note.id = card.note
            AND card.dealing_deck IS NOT CASE
                WHEN card.is_suspended = 0 AND card.is_asked = 1 AND note.binned IS NULL
                THEN coalesce(card.deck, note.deck)
            END
            """
        )
    }

    /// The first field of a note, which finds duplicates, and its languages.
    private func refreshTexts() throws -> Int {
        var stale: [Note] = []
        try connection.forEach(
            """
            SELECT id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                fields, prompt, languages
            FROM note
            """
        ) { row in
            guard let note = try? Note(row, tags: []),
                row.text(11) != note.promptKey || row.text(12) != note.languagesKey
            else { return }
            stale.append(note)
        }
        for note in stale {
            try connection.run(
                """
                UPDATE note
                SET prompt = :prompt, languages = :languages
                WHERE id = :note
                """,
                ["prompt": note.promptKey, "languages": note.languagesKey, "note": note.id]
            )
        }
        return stale.count
    }

    private func refreshDecks() throws -> Int {
        try connection.run(
            """
            WITH counted AS (
                SELECT deck.id, count(note.id) AS notes,
                    coalesce(sum(note.is_remembered), 0) AS remembered
                FROM deck
                LEFT JOIN note ON note.deck = deck.id AND note.binned IS NULL
                GROUP BY deck.id
            )
            UPDATE deck
            SET notes = counted.notes, remembered = counted.remembered
            FROM counted
            WHERE counted.id = deck.id
            AND (deck.notes, deck.remembered) <> (counted.notes, counted.remembered)
            """
        )
    }

    private func refreshLanguages() throws -> Int {
        let counted: StaticString = """
            SELECT deck, languages, count(*)
            FROM note
            WHERE binned IS NULL
            AND languages <> ''
            GROUP BY deck, languages
            ORDER BY deck, languages
            """
        let kept: StaticString = """
            SELECT deck, languages, notes
            FROM language_set
            ORDER BY deck, languages
            """
        func sets(_ sql: StaticString) throws -> Set<CountedSet> {
            Set(try connection.rows(sql) { CountedSet($0) })
        }
        let (now, before) = (try sets(counted), try sets(kept))
        guard now != before else { return 0 }
        try connection.run("DELETE FROM language_set")
        try connection.run(
            """
            INSERT INTO language_set (deck, languages, notes)
            SELECT deck, languages, count(*)
            FROM note
            WHERE binned IS NULL
            AND languages <> ''
            GROUP BY deck, languages
            """
        )
        return now.symmetricDifference(before).count
    }
}

private struct CountedSet: Hashable {
    let deck: Int64
    let languages: String
    let notes: Int

    init(_ row: borrowing Row) {
        deck = row.int64(0)
        languages = row.text(1)
        notes = row.int(2)
    }
}
