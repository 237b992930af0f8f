package import Notes
internal import SQLite

/// The notes to deal cards from; those in the bin are always left out.
package enum NoteBatch: Hashable, Sendable {
    /// The notes of a deck, without its subdecks.
    case deck(DeckID)
    case notes([NoteID])
}

package enum NoteOrder: Sendable {
    /// By creation.
    case made
    /// By latest answer, oldest first; notes that were never answered come before.
    case longestUnanswered
    /// By the number of reviewed cards; only notes that may have a new card.
    case leastIntroduced
}

/// A note with its sort keys.
package struct RankedNote: Comparable, Hashable, Sendable {
    /// The first sort key.
    package let rank: Int64
    /// The second sort key, when the note was created.
    package let made: Int64
    package let note: NoteID

    init(_ row: borrowing Row) {
        rank = row.int64(0)
        made = row.int64(1)
        note = row.id(2)
    }

    package static func < (left: RankedNote, right: RankedNote) -> Bool {
        (left.rank, left.made, left.note) < (right.rank, right.made, right.note)
    }
}

extension Reading where Self: ~Copyable {
    /// The first notes of a batch; for a deck, an index provides them without reading the others.
    package func notes(
        in batch: NoteBatch,
        order: NoteOrder,
        limit: Int
    ) throws -> [RankedNote] {
        switch batch {
        case .deck(let deck): try notes(in: deck, order, limit)
        case .notes(let notes): try self.notes(among: notes, order, limit)
        }
    }

    private func notes(in deck: DeckID, _ order: NoteOrder, _ limit: Int) throws -> [RankedNote] {
        switch order {
        case .made:
            try connection.rows(
                """
                SELECT made, made, id
                FROM note
                WHERE deck = :deck
                AND binned IS NULL
                ORDER BY made, id
                LIMIT :limit
                """,
                ["deck": deck, "limit": limit]
            ) { RankedNote($0) }
        case .longestUnanswered:
            try connection.rows(
                """
                SELECT answered, made, id
                FROM note
                WHERE deck = :deck
                AND binned IS NULL
                ORDER BY answered, made, id
                LIMIT :limit
                """,
                ["deck": deck, "limit": limit]
            ) { RankedNote($0) }
        case .leastIntroduced:
            try connection.rows(
                """
                SELECT introduced, made, id
                FROM note
                WHERE deck = :deck
                AND has_new > 0
                AND binned IS NULL
                ORDER BY introduced, made, id
                LIMIT :limit
                """,
                ["deck": deck, "limit": limit]
            ) { RankedNote($0) }
        }
    }

    private func notes(
        among notes: [NoteID],
        _ order: NoteOrder,
        _ limit: Int
    ) throws -> [RankedNote] {
        switch order {
        case .made:
            try connection.rows(
                """
                SELECT made, made, id
                FROM note
                WHERE id IN (SELECT value FROM json_each(:notes))
                AND binned IS NULL
                ORDER BY made, id
                LIMIT :limit
                """,
                ["notes": jsonArray(of: notes), "limit": limit]
            ) { RankedNote($0) }
        case .longestUnanswered:
            try connection.rows(
                """
                SELECT answered, made, id
                FROM note
                WHERE id IN (SELECT value FROM json_each(:notes))
                AND binned IS NULL
                ORDER BY answered, made, id
                LIMIT :limit
                """,
                ["notes": jsonArray(of: notes), "limit": limit]
            ) { RankedNote($0) }
        case .leastIntroduced:
            try connection.rows(
                """
                SELECT introduced, made, id
                FROM note
                WHERE id IN (SELECT value FROM json_each(:notes))
                AND has_new > 0
                AND binned IS NULL
                ORDER BY introduced, made, id
                LIMIT :limit
                """,
                ["notes": jsonArray(of: notes), "limit": limit]
            ) { RankedNote($0) }
        }
    }
}

extension Reading where Self: ~Copyable {
    /// How many notes outside the bin are in some decks or in a list, each counted once.
    package func noteCount(in decks: [DeckID], or notes: [NoteID]) throws -> Int {
        let counts = try deckCounts()
        let count = decks.reduce(0) { $0 + (counts[$1]?.notes ?? 0) }
        guard !notes.isEmpty else { return count }
        let elsewhere = try connection.row(
            """
            SELECT count(*)
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            AND deck NOT IN (SELECT value FROM json_each(:decks))
            AND binned IS NULL
            """,
            ["decks": jsonArray(of: decks), "notes": jsonArray(of: notes)]
        ) { $0.int(0) }
        return count + (elsewhere ?? 0)
    }

    /// The notes outside the bin with a tag or one nested in it.
    package func notes(tagged tag: TagName) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT DISTINCT note_tag.note
            FROM note_tag
            JOIN note ON note.id = note_tag.note
            WHERE (
                folded_tag = :tag
                OR (folded_tag > :from AND folded_tag < :to)
            )
            AND note.binned IS NULL
            """,
            ["tag": tag.key, "from": tag.key + "::", "to": tag.key + ":;"]
        ) { $0.id(0) }
    }

    /// Some notes of a type outside the bin.
    package func notes(of type: NoteTypeID, limit: Int) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE note_type = :note_type
            AND binned IS NULL
            LIMIT :limit
            """,
            ["note_type": type, "limit": limit]
        ) { $0.id(0) }
    }

    /// Whether there are notes for which it is not yet known if they have new cards.
    package func someNewCardsAreUnknown() throws -> Bool {
        try connection.cached("some new cards are unknown") {
            try !notesWithUnknownNewCards(limit: 1).isEmpty
        }
    }

    /// Notes for which it is not yet known whether they have new cards, those that are least likely to have some first: those with
    /// the most reviewed cards, and then those that a learner has suspended.
    ///
    /// - Parameter least: The minimum number of reviewed cards.
    package func notesWithUnknownNewCards(limit: Int, introduced least: Int = 0) throws -> [NoteID]
    {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE has_new = 2
            AND binned IS NULL
            AND introduced >= :least
            ORDER BY introduced DESC, is_suspended DESC, cards DESC
            LIMIT :limit
            """,
            ["least": least, "limit": limit]
        ) { $0.id(0) }
    }

    /// Notes of this kind among the first of a deck, in the order in which new cards are dealt.
    package func notesWithUnknownNewCards(
        in deck: DeckID,
        amongFirst limit: Int
    ) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM (
                SELECT id, has_new
                FROM note
                WHERE deck = :deck
                AND has_new > 0
                AND binned IS NULL
                ORDER BY introduced, made, id
                LIMIT :limit
            )
            WHERE has_new = 2
            """,
            ["deck": deck, "limit": limit]
        ) { $0.id(0) }
    }
}

extension Writer {
    /// Stores whether a note has a new card that can be dealt.
    package func setHasNew(_ hasNew: Bool, of note: NoteID) throws {
        try connection.run(
            """
            UPDATE note
            SET has_new = :has_new
            WHERE id = :note
            """,
            ["note": note, "has_new": hasNew]
        )
    }

    /// Stores that suspended notes have no new card, which takes no look at what they ask: only a card that was unsuspended on its
    /// own can be new.
    package func settleSuspendedNotes() throws {
        try connection.run(
            """
            UPDATE note
            SET has_new = 0
            WHERE has_new = 2
            AND is_suspended = 1
            AND binned IS NULL
            AND NOT EXISTS (
                SELECT 1
                FROM card
                WHERE card.note = note.id
                AND card.stage = 0
                AND card.is_suspended = 0
            )
            """
        )
    }

    /// Stores which cards of a note its deck's settings include; the others are not dealt.
    package func setAskedFaces(_ faces: [Face], of note: NoteID) throws {
        let faces = try StoredJSON.text(of: faces.map(\.description))
        try connection.run(
            """
            UPDATE card
            SET is_asked = face IN (SELECT value FROM json_each(:faces))
            WHERE note = :note
            AND is_asked <> (face IN (SELECT value FROM json_each(:faces)))
            """,
            ["note": note, "faces": faces]
        )
    }
}
