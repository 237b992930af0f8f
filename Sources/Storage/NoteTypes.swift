package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// All note types, by id.
    package func noteTypes() throws -> [NoteTypeID: NoteType] {
        try connection.remembering("note types") {
            // To take them apart is half of what the first question after a change takes, and they hardly ever change.
            let known = try connection.remembering("definitions", throughChanges: .max) {
                ReadDefinitions()
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
                    try known.types[definition]
                    ?? StoredJSON.read(row, 0, as: NoteType.self, in: ("note_type", "definition"))
            }
            known.types = types
            return Dictionary(uniqueKeysWithValues: types.values.map { ($0.id, $0) })
        }
    }

    /// The note type of that id, if there is one.
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

/// Note types by their definitions, as these were read.
private final class ReadDefinitions {
    var types: [String: NoteType] = [:]
}

extension Writer {
    /// Adds a note type.
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

    /// Writes a note type over the one of its id.
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

    /// Removes a note type that no note is of.
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
    /// How many notes each type has: all of them, and those that are not in the bin; types without notes are left out.
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

    /// The notes of a type that have something in a field, those in the bin as well.
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

    /// The note of a type that was made last, but for the bin.
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

    /// How many cards of a type ask by one face and were reviewed.
    package func askedCount(of type: NoteTypeID, by face: Face) throws -> Int {
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

    /// The highest number of a template by which a note of a type was ever asked; 0 where there is none.
    package func highestTemplate(of type: NoteTypeID) throws -> Int {
        try connection.row(
            """
            SELECT max(CAST(card.face AS INTEGER))
            FROM note
            JOIN card ON card.note = note.id
            WHERE note.note_type = :note_type
            """,
            ["note_type": type]
        ) { $0.intOrNil(0) ?? 0 } ?? 0
    }
}
