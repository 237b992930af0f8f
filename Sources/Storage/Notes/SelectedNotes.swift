package import Notes
internal import SQLite

// Queries for changes to many notes; each statement binds the whole list of IDs.

extension Reading where Self: ~Copyable {
    /// The notes of a list that exist outside the bin, each with its deck, by ID.
    package func decks(of notes: [NoteID]) throws -> [(note: NoteID, deck: DeckID)] {
        try connection.rows(
            """
            SELECT id, deck
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            AND binned IS NULL
            ORDER BY id
            """,
            ["notes": jsonArray(of: notes)]
        ) { ($0.id(0), $0.id(1)) }
    }

    /// The notes of a list that have a tag, ignoring case, each with its spelling of the tag.
    package func spellings(
        of tag: TagName,
        on notes: [NoteID]
    ) throws -> [(note: NoteID, tag: String)] {
        try connection.rows(
            """
            SELECT note, tag
            FROM note_tag
            WHERE folded_tag = :tag
            AND note IN (SELECT value FROM json_each(:notes))
            ORDER BY note
            """,
            ["tag": tag.key, "notes": jsonArray(of: notes)]
        ) { ($0.id(0), $0.text(1)) }
    }

    package func marks(of notes: [NoteID]) throws -> [(card: CardID, marks: CardMarks)] {
        try connection.rows(
            """
            SELECT deck, is_suspended, burial, buried, flag, note, face
            FROM card
            WHERE note IN (SELECT value FROM json_each(:notes))
            ORDER BY note, face
            """,
            ["notes": jsonArray(of: notes)]
        ) { (CardID(note: $0.id(5), face: try $0.face(6)), CardMarks($0, from: 0)) }
    }
}
