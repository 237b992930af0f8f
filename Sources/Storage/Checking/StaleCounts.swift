internal import Notes
internal import SQLite

extension Writer {
    /// Recomputes the values about notes, cards and decks that triggers maintain, and returns how many rows were wrong.
    package func refreshCounts() throws -> Int {
        try refreshNotes() + refreshDealing() + refreshTexts() + refreshDecks()
            + refreshLanguages()
    }

    /// For each note the latest answer to any of its cards, how far the learner has come with them, and the numbers of its
    /// cards and of its reviewed cards.
    private func refreshNotes() throws -> Int {
        try connection.run(
            """
            WITH asked AS (
                SELECT note, max(answered) AS answered, max(progress) AS progress,
                    count(*) AS cards, count(*) FILTER (WHERE stage <> 0) AS introduced
                FROM card
                GROUP BY note
            ),
            counted AS (
                SELECT note.id, coalesce(asked.answered, 0) AS answered,
                    coalesce(asked.progress, 0) AS progress,
                    coalesce(asked.cards, 0) AS cards,
                    coalesce(asked.introduced, 0) AS introduced
                FROM note
                LEFT JOIN asked ON asked.note = note.id
            )
            UPDATE note
            SET answered = counted.answered, progress = counted.progress,
                cards = counted.cards, introduced = counted.introduced
            FROM counted
            WHERE counted.id = note.id
            AND (note.answered, note.progress, note.cards, note.introduced)
                <> (counted.answered, counted.progress, counted.cards, counted.introduced)
            """
        )
    }

    /// The deck from which each card is dealt.
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

    /// The first field of each note, by which duplicates are found, and its languages.
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
                    count(*) FILTER (WHERE note.progress = 1) AS learning,
                    count(*) FILTER (WHERE note.progress = 2) AS known
                FROM deck
                LEFT JOIN note ON note.deck = deck.id AND note.binned IS NULL
                GROUP BY deck.id
            )
            UPDATE deck
            SET notes = counted.notes, learning = counted.learning, known = counted.known
            FROM counted
            WHERE counted.id = deck.id
            AND (deck.notes, deck.learning, deck.known)
                <> (counted.notes, counted.learning, counted.known)
            """
        )
    }

    private func refreshLanguages() throws -> Int {
        let differences = try connection.row(
            """
            WITH counted AS (
                SELECT deck, languages, count(*) AS notes
                FROM note
                WHERE binned IS NULL
                AND languages <> ''
                GROUP BY deck, languages
            )
            SELECT (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM language_set))
                + (SELECT count(*) FROM (SELECT * FROM language_set EXCEPT SELECT * FROM counted))
            """
        ) { $0.int(0) }
        guard let differences, differences > 0 else { return 0 }
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
        return differences
    }
}
