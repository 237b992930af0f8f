package import Notes
internal import SQLite

// Finds notes that another library or a file contains as well.

extension Reading where Self: ~Copyable {
    /// The note with a GUID, in the bin or not.
    package func note(guid: NoteGUID) throws -> NoteID? {
        try connection.row(
            """
            SELECT id
            FROM note
            WHERE guid = :guid
            """,
            ["guid": guid]
        ) { $0.id(0) }
    }

    /// The type and the deck of the note with a GUID, which may be in the bin.
    package func typeAndDeck(
        ofNoteWith guid: NoteGUID
    ) throws -> (type: NoteTypeID, deck: DeckID)? {
        try connection.row(
            """
            SELECT note_type, deck
            FROM note
            WHERE guid = :guid
            """,
            ["guid": guid]
        ) { ($0.id(0), $0.id(1)) }
    }

    /// The notes of a type by the trimmed text of a field; if several have the same text, the oldest one.
    ///
    /// Notes in the bin are left out, and so are those with an empty field.
    ///
    /// - Parameter deck: The only deck to consider; nil for all.
    package func notes(
        of type: NoteTypeID,
        byTextOf field: FieldID,
        in deck: DeckID? = nil
    ) throws -> [String: NoteID] {
        var notes: [String: NoteID] = [:]
        try connection.forEach(
            """
            SELECT id, json_extract(fields, :path)
            FROM note
            WHERE note_type = :note_type
            AND binned IS NULL
            AND (:deck IS NULL OR deck = :deck)
            ORDER BY id DESC
            """,
            ["note_type": type, "deck": deck, "path": "$.\"\(field)\".text"]
        ) { row in
            guard let text = row.textOrNil(1)?.trimmed, !text.isEmpty else { return }
            notes[text] = row.id(0)
        }
        return notes
    }
}
