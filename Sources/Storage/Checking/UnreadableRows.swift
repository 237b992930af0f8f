package import Notes
internal import SQLite

/// Rows with invalid values.
package struct UnreadableRows: Hashable, Sendable {
    package var notes: [NoteID] = []
    /// The number of note types, decks and events.
    package var others = 0
    package var changes: [ChangeID] = []
}

extension Reading where Self: ~Copyable {
    /// Reads every row, and returns those that cannot be read.
    package func unreadableRows() throws -> UnreadableRows {
        var unreadable = UnreadableRows()
        try connection.forEach(
            """
            SELECT id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                fields
            FROM note
            """
        ) { row in
            if (try? Note(row, tags: [])) == nil { unreadable.notes.append(row.id(0)) }
        }
        try connection.forEach("SELECT id, name, settings FROM deck") { row in
            if (try? Deck(row)) == nil { unreadable.others += 1 }
        }
        try connection.forEach("SELECT definition FROM note_type") { row in
            let type = try? StoredJSON.read(
                row,
                0,
                as: NoteType.self,
                in: ("note_type", "definition")
            )
            if type == nil { unreadable.others += 1 }
        }
        try connection.forEach("SELECT face FROM card") { row in
            if (try? row.face(0)) == nil { unreadable.others += 1 }
        }
        try connection.forEach(
            """
            SELECT event.id, card.note, card.face, event.moment, event.utc_offset, event.duration, event.mode,
                event.extras, event.kind, event.grade, event.due, event.reviews, event.retracted, event.state
            FROM event
            JOIN card ON card.id = event.card
            """
        ) { row in
            if (try? Event(row)) == nil { unreadable.others += 1 }
        }
        try connection.forEach("SELECT id, replaced FROM journal") { row in
            let content = try? StoredJSON.read(
                row,
                1,
                as: ChangeContent.self,
                in: ("journal", "replaced")
            )
            if content == nil { unreadable.changes.append(row.id(0)) }
        }
        return unreadable
    }
}

extension Writer {
    /// Deletes changes, which can then no longer be undone.
    package func deleteChanges(_ changes: [ChangeID]) throws {
        for change in changes {
            try connection.run(
                """
                DELETE FROM journal
                WHERE id = :id
                """,
                ["id": change]
            )
        }
    }
}
