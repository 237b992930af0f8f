package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    package func noteTypes() throws -> [NoteTypeID: NoteType] {
        try connection.cached("note types") {
            // Parsing them would take half the time of the first query after a change, and they hardly ever change.
            let parsed = try connection.cached("definitions", throughChanges: .max) {
                ParsedDefinitions()
            }
            var types: [String: NoteType] = [:]
            try connection.forEach(
                """
                SELECT definition
                FROM note_type
                """
            ) { row in
                let definition = row.text(0)
                types[definition] =
                    try parsed.types[definition]
                    ?? StoredJSON.read(row, 0, as: NoteType.self, in: ("note_type", "definition"))
            }
            parsed.types = types
            return Dictionary(uniqueKeysWithValues: types.values.map { ($0.id, $0) })
        }
    }

    package func noteType(_ id: NoteTypeID) throws -> NoteType? {
        try connection.row(
            """
            SELECT definition
            FROM note_type
            WHERE id = :id
            """,
            ["id": id]
        ) {
            try StoredJSON.read($0, 0, as: NoteType.self, in: ("note_type", "definition"))
        }
    }
}

private final class ParsedDefinitions {
    var types: [String: NoteType] = [:]
}

extension Writer {
    package func insert(_ type: NoteType, at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO note_type (id, name, definition, made, changed)
            VALUES (:id, :name, :definition, :moment, :moment)
            """,
            [
                "id": type.id, "name": type.name,
                "definition": try StoredJSON.text(of: type), "moment": moment,
            ]
        )
    }

    func update(_ type: NoteType) throws {
        try connection.run(
            """
            UPDATE note_type
            SET name = :name, definition = :definition
            WHERE id = :id
            """,
            [
                "name": type.name, "definition": try StoredJSON.text(of: type), "id": type.id,
            ]
        )
    }

    /// Deletes a note type that has no notes.
    func removeNoteType(_ id: NoteTypeID) throws {
        try connection.run(
            """
            DELETE FROM note_type
            WHERE id = :id
            """,
            ["id": id]
        )
    }
}

extension Reading where Self: ~Copyable {
    /// How many notes each type has, in total and outside the bin; types without notes are left out.
    package func noteCounts() throws -> [NoteTypeID: (all: Int, shown: Int)] {
        let counts = try connection.rows(
            """
            SELECT note_type, count(*), count(*) FILTER (WHERE binned IS NULL)
            FROM note
            GROUP BY note_type
            """
        ) { (type: $0.id(0, as: NoteTypeID.self), all: $0.int(1), shown: $0.int(2)) }
        return Dictionary(uniqueKeysWithValues: counts.map { ($0.type, ($0.all, $0.shown)) })
    }

    /// The notes of a type with a value in a field, including those in the bin.
    package func notes(of type: NoteTypeID, having field: FieldID) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE note_type = :note_type
            AND json_extract(fields, :path) IS NOT NULL
            ORDER BY id
            """,
            ["note_type": type, "path": "$.\"\(field)\""]
        ) { $0.id(0) }
    }

    /// The note of a type outside the bin that was created last.
    package func latestNote(of type: NoteTypeID) throws -> Note? {
        try connection.row(
            """
            SELECT max(id)
            FROM note
            WHERE note_type = :note_type
            AND binned IS NULL
            """,
            ["note_type": type]
        ) { $0.isNull(0) ? nil : $0.id(0, as: NoteID.self) }.flatMap { $0 }.flatMap { try note($0) }
    }

    /// How many cards of a type with a certain face were reviewed.
    package func reviewedCardCount(of type: NoteTypeID, face: Face) throws -> Int {
        try connection.row(
            """
            SELECT count(*)
            FROM note
            JOIN card ON card.note = note.id
            WHERE note.note_type = :note_type
            AND card.face = :face
            AND card.stage <> 0
            """,
            ["note_type": type, "face": face]
        ) { $0.int(0) } ?? 0
    }

    /// The templates that cards of a type were made from, including those that were removed from it.
    package func usedTemplates(of type: NoteTypeID) throws -> Set<TemplateID> {
        Set(
            try connection.rows(
                """
                SELECT DISTINCT card.face
                FROM note
                JOIN card ON card.note = note.id
                WHERE note.note_type = :note_type
                """,
                ["note_type": type]
            ) { TemplateID($0.text(0)) }.compactMap { $0 }
        )
    }
}
