package import Notes
internal import SQLite

/// Some notes of a library, to be dealt from; those in the bin are never among them.
package enum NotePile: Hashable, Sendable {
    /// Those of one deck, without the decks inside it.
    case deck(DeckID)
    /// Those that were named one by one.
    case notes([NoteID])
}

/// In which order notes are asked for.
package enum NoteOrder: Sendable {
    /// As they were made.
    case made
    /// Those never answered first, then those whose latest answer is longest ago.
    case longestUnanswered
    /// Those that may have a card that was never reviewed; the notes of which fewest cards were come first.
    case leastIntroduced
}

/// A note in the order that was asked for.
package struct RankedNote: Comparable, Hashable, Sendable {
    /// What decides first.
    package let rank: Int64
    /// When the note was made, which decides next.
    package let made: Int64
    /// The note.
    package let note: NoteID

    init(_ row: borrowing Row) {
        rank = row.int64(0)
        made = row.int64(1)
        note = row.id(2)
    }

    /// By rank, then by age.
    package static func < (left: RankedNote, right: RankedNote) -> Bool {
        (left.rank, left.made, left.note) < (right.rank, right.made, right.note)
    }
}

/// Numbers as a JSON array, which SQLite reads as a table.
func list(_ ids: [some Identifier]) -> String {
    "[\(ids.map(\.description).joined(separator: ","))]"
}

extension Reading where Self: ~Copyable {
    /// The first notes of a pile; of a deck without looking at its others.
    package func notes(
        in pile: NotePile,
        order: NoteOrder,
        limit: Int
    ) throws -> [RankedNote] {
        switch pile {
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
                ["notes": list(notes), "limit": limit]
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
                ["notes": list(notes), "limit": limit]
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
                ["notes": list(notes), "limit": limit]
            ) { RankedNote($0) }
        }
    }
}

extension Reading where Self: ~Copyable {
    /// How many notes lie in some decks, or are named one by one, each counted once; without those in the bin.
    package func noteCount(in decks: [DeckID], or notes: [NoteID]) throws -> Int {
        let counts = try deckCounts()
        let here = decks.reduce(0) { $0 + (counts[$1]?.notes ?? 0) }
        guard !notes.isEmpty else { return here }
        let elsewhere = try connection.rows(
            """
            SELECT count(*)
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            AND deck NOT IN (SELECT value FROM json_each(:decks))
            AND binned IS NULL
            """,
            ["decks": list(decks), "notes": list(notes)]
        ) { $0.int64(0) }
        return here + Int(elsewhere[0])
    }

    /// The notes with a tag or one inside it, but for the bin.
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

    /// Some notes of a type, but for the bin.
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

    /// Notes of which nobody has looked yet what they are asked now; those of which most cards were reviewed come first.
    ///
    /// - Parameter least: How many of their cards were reviewed at least.
    package func notesToSettle(limit: Int, introduced least: Int = 0) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE has_new = 2
            AND binned IS NULL
            AND introduced >= :least
            ORDER BY introduced DESC
            LIMIT :limit
            """,
            ["least": least, "limit": limit]
        ) { $0.id(0) }
    }
}

extension Writer {
    /// Notes down whether a note has a card that was never reviewed and could be.
    package func settle(_ note: NoteID, hasNew: Bool) throws {
        try connection.run(
            """
            UPDATE note
            SET has_new = :has_new
            WHERE id = :note
            """,
            ["note": note, "has_new": hasNew]
        )
    }

    /// Notes down which cards of a note its deck asks for; the others are not dealt.
    package func ask(_ faces: [Face], of note: NoteID) throws {
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
