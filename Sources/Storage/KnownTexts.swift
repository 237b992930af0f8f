package import Notes
internal import SQLite

// How notes are found that another library, or a file, knows too.

extension Reading where Self: ~Copyable {
    /// The note of a guid, whether in the bin or not.
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

    /// The notes of a type by what they hold in a field, without space around it; of two the older one.
    ///
    /// Those in the bin are left out, and those that hold nothing there.
    ///
    /// - Parameter deck: The home deck of all of them; nil for any.
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
