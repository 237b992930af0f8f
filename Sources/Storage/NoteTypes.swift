public import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// All note types, by id.
    public func noteTypes() throws -> [NoteTypeID: NoteType] {
        let types = try connection.rows(
            """
            SELECT definition
            FROM note_type
            """
        ) {
            try StoredJSON.read($0, 0, as: NoteType.self, in: ("note_type", "definition"))
        }
        return Dictionary(uniqueKeysWithValues: types.map { ($0.id, $0) })
    }

    /// The note type of that id, if there is one.
    public func noteType(_ id: NoteTypeID) throws -> NoteType? {
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

extension Writer {
    /// Adds a note type.
    public func insert(_ type: NoteType, at moment: Moment) throws {
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
}
