package import Notes
package import Recall
internal import SQLite

// What searches in Anki's language need besides `Search`.

extension Reading where Self: ~Copyable {
    /// The notes outside the bin whose stored fields contain the starts of some texts, regardless of the case of ASCII letters.
    ///
    /// All notes are read: 0.1 s for 100,000.
    package func notes(containing texts: [String]) throws -> [NoteID] {
        var found: [NoteID]?
        for text in texts {
            let notes: [NoteID] = try connection.rows(
                """
                SELECT id
                FROM note NOT INDEXED
                WHERE binned IS NULL
                AND fields LIKE '%' || :text || '%'
                ORDER BY id
                """,
                ["text": text.patternStart]
            ) { $0.id(0) }
            let known = found.map(Set.init)
            found = known.map { known in notes.filter(known.contains) } ?? notes
        }
        return found ?? []
    }

    /// The notes outside the bin whose prompt is only pictures or sounds, and whose stored fields contain the start of a text.
    package func notes(withoutPromptContaining text: String) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE prompt = ''
            AND binned IS NULL
            AND fields LIKE '%' || :text || '%'
            """,
            ["text": text.patternStart]
        ) { $0.id(0) }
    }

    /// Whether some card is in another deck than its note.
    package func someCardsAreElsewhere() throws -> Bool {
        try connection.hasRow("SELECT 1 FROM card WHERE deck IS NOT NULL LIMIT 1")
    }

    /// The cards that were reviewed since a moment, perhaps with a certain grade.
    package func cards(answeredSince moment: Moment, _ grade: Grade?) throws -> Set<CardID> {
        try cards(
            """
            SELECT DISTINCT card.note, card.face
            FROM standing_event AS event
            JOIN card ON card.id = event.card
            WHERE event.moment >= :moment
            AND event.kind = 0
            AND (:grade IS NULL OR event.grade = :grade)
            """,
            ["moment": moment, "grade": grade]
        )
    }

    /// The cards that were reviewed for the first time since a moment.
    package func cards(introducedSince moment: Moment) throws -> Set<CardID> {
        try cards(
            """
            SELECT card.note, card.face
            FROM standing_event AS event
            JOIN card ON card.id = event.card
            WHERE event.kind = 0
            GROUP BY event.card
            HAVING min(event.moment) >= :moment
            """,
            ["moment": moment]
        )
    }

    private func cards(
        _ sql: StaticString,
        _ arguments: StatementArguments
    ) throws -> Set<CardID> {
        Set(
            try connection.rows(sql, arguments) { row in
                CardID(note: row.id(0), face: try row.face(1))
            }
        )
    }
}

extension Reading where Self: ~Copyable {
    /// How many answers were given on each day of the learner, latest day first.
    package func answersByDay() throws -> [(day: Int, count: Int)] {
        try connection.rows(
            """
            SELECT day, sum(again + hard + good + easy)
            FROM tally
            GROUP BY day
            ORDER BY day DESC
            """
        ) { (day: $0.int(0), count: $0.int(1)) }
    }
}

extension String {
    /// As much of the text as a pattern may have, of which SQLite takes 50,000 bytes.
    fileprivate var patternStart: String { String(unicodeScalars.prefix(12_000)) }
}
