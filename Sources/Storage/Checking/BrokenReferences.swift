package import Notes
internal import SQLite

/// Rows that refer to others that do not exist.
package struct BrokenReferences: Hashable, Sendable {
    package enum Kind: CaseIterable, Sendable {
        /// Tags of missing notes.
        case tags
        /// Cards of missing notes.
        case cards
        case cardDecks
        case noteDecks
        case noteTypes
    }

    package var kind: Kind
    package var count: Int
}

extension Reading where Self: ~Copyable {
    package func brokenReferences() throws -> [BrokenReferences] {
        var counts: [BrokenReferences.Kind: Int] = [:]
        try connection.forEach(
            """
            SELECT "table", parent, count(*)
            FROM pragma_foreign_key_check
            GROUP BY "table", parent
            """
        ) { row in
            let kind: BrokenReferences.Kind? =
                switch (row.text(0), row.text(1)) {
                case ("note_tag", _): .tags
                case ("card", "note"): .cards
                case ("card", _): .cardDecks
                case ("note", "deck"): .noteDecks
                case ("note", _): .noteTypes
                default: nil
                }
            guard let kind else {
                throw StorageError.damaged("rows of \(row.text(0)) refer to what is not there")
            }
            counts[kind, default: 0] += row.int(2)
        }
        return BrokenReferences.Kind.allCases.compactMap { kind in
            counts[kind].map { BrokenReferences(kind: kind, count: $0) }
        }
    }

    package func missingDecks() throws -> [DeckID] {
        try connection.rows(
            """
            SELECT DISTINCT deck
            FROM note
            WHERE deck NOT IN (SELECT id FROM deck)
            """
        ) { $0.id(0) }
    }

    /// The missing note types of notes, each with the fields that its notes have.
    package func missingNoteTypes() throws -> [NoteTypeID: Set<FieldID>] {
        var types: [NoteTypeID: Set<FieldID>] = [:]
        try connection.forEach(
            """
            SELECT DISTINCT note.note_type, field.key
            FROM note, json_each(note.fields) AS field
            WHERE note.note_type NOT IN (SELECT id FROM note_type)
            """
        ) { row in
            guard let field = FieldID(row.text(1)) else { return }
            types[row.id(0), default: []].insert(field)
        }
        return types
    }
}

extension Writer {
    /// Deletes tags and cards of missing notes; the log stays.
    package func removeOrphans() throws {
        try connection.run("DELETE FROM note_tag WHERE note NOT IN (SELECT id FROM note)")
        try connection.run("DELETE FROM card WHERE note NOT IN (SELECT id FROM note)")
    }

    /// Moves cards in missing decks back to the decks of their notes.
    package func returnStrayCards() throws {
        try connection.run(
            """
            UPDATE card
            SET deck = NULL
            WHERE deck NOT IN (SELECT id FROM deck)
            """
        )
    }
}
