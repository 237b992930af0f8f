package import Notes
internal import SQLite

// Queries of changes to many notes; each takes the whole list of IDs in one statement.

extension Reading where Self: ~Copyable {
    /// Those of some notes that exist outside the bin, each with its home deck, by ID.
    package func homes(of notes: [NoteID]) throws -> [(note: NoteID, deck: DeckID)] {
        try connection.rows(
            """
            SELECT id, deck
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            AND binned IS NULL
            ORDER BY id
            """,
            ["notes": list(notes)]
        ) { ($0.id(0), $0.id(1)) }
    }

    /// Which of some notes have a tag, ignoring case, and how each spells it.
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
            ["tag": tag.key, "notes": list(notes)]
        ) { ($0.id(0), $0.text(1)) }
    }

    /// The marks of the cards of some notes.
    package func marks(of notes: [NoteID]) throws -> [(card: CardID, marks: CardMarks)] {
        try connection.rows(
            """
            SELECT deck, is_suspended, burial, buried, flag, note, face
            FROM card
            WHERE note IN (SELECT value FROM json_each(:notes))
            ORDER BY note, face
            """,
            ["notes": list(notes)]
        ) { row in
            guard let face = Face(row.text(6)) else {
                throw StorageError.unreadable("card", "face")
            }
            return (CardID(note: row.id(5), face: face), CardNumber.marks(row))
        }
    }
}
