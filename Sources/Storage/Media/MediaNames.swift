package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The content that notes refer to by a file name.
    package func mediaHash(named name: String) throws -> MediaHash? {
        try Self.mediaHash(named: name, on: connection)
    }

    private static func mediaHash(
        named name: String,
        on connection: Connection
    ) throws -> MediaHash? {
        try connection.row(
            """
            SELECT digest
            FROM media
            WHERE name = :name
            """,
            ["name": name]
        ) { MediaHash(bytes: $0.bytes(0)) }.flatMap { $0 }
    }

    /// The size of a content in bytes; nil if no name refers to it.
    package func mediaSize(of hash: MediaHash) throws -> Int? {
        try connection.row(
            """
            SELECT size
            FROM media
            WHERE digest = :digest
            LIMIT 1
            """,
            ["digest": hash]
        ) { $0.int(0) }
    }

    /// The content of a reference, whose name another program may have percent-encoded.
    package func mediaHash(of reference: MediaReference) throws -> MediaHash? {
        try mediaLookup(reference)
    }

    /// The same as a function, which is valid as long as this transaction.
    package var mediaLookup: (MediaReference) throws -> MediaHash? {
        let connection = connection
        return { reference in
            let name = reference.name
            return try Self.mediaHash(named: name, on: connection)
                ?? (name.contains("%")
                    ? Self.mediaHash(named: name.percentDecoded, on: connection) : nil)
        }
    }

    /// Whether the library syncs with other copies, on which a name that is free here may be taken by now.
    ///
    /// One name means one content on all of them, so new names say what their content is.
    package func hasOtherCopies() throws -> Bool {
        try connection.hasRow("SELECT 1 FROM peer LIMIT 1")
    }

    /// Every file name with its content.
    package func media() throws -> [String: MediaHash] {
        var media: [String: MediaHash] = [:]
        try connection.forEach(
            """
            SELECT name, digest
            FROM media
            """
        ) { row in media[row.text(0)] = MediaHash(bytes: row.bytes(1)) }
        return media
    }

    /// File names in notes outside the bin that have no content.
    package func missingMedia() throws -> Set<String> {
        let known = try media()
        var missing: Set<String> = []
        try connection.forEach(
            """
            SELECT fields
            FROM note
            WHERE binned IS NULL
            AND (instr(fields, '<img') > 0 OR instr(fields, '[sound:') > 0)
            """
        ) { row in
            let values = StoredJSON.read(row.text(0), as: [FieldID: FieldValue].self)
            for value in (values ?? [:]).values {
                let names = MediaText(value.text).references.map(\.name)
                missing.formUnion(names.filter { known[$0] ?? known[$0.percentDecoded] == nil })
            }
        }
        return missing
    }
}

extension Writer {
    package func setMedia(
        named name: String,
        to hash: MediaHash,
        size: Int,
        at moment: Moment
    ) throws {
        try connection.run(
            """
            INSERT INTO media (name, digest, size, made)
            VALUES (:name, :digest, :size, :made)
            ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, size = excluded.size
            """,
            ["name": name, "digest": hash, "size": size, "made": moment]
        )
    }

    /// Removes a file name; the content stays until no name refers to it.
    package func removeMedia(named name: String) throws {
        try connection.run(
            """
            DELETE FROM media
            WHERE name = :name
            """,
            ["name": name]
        )
    }
}

extension Reading where Self: ~Copyable {
    /// The values of notes with cards that are due before a moment, those due first.
    package func fieldsOfDueNotes(before moment: Moment, limit: Int) throws -> [[FieldValue]] {
        try connection.rows(
            """
            SELECT note.fields
            FROM card
            JOIN note ON note.id = card.note
            WHERE card.due < :moment
            AND card.dealing_deck IS NOT NULL
            ORDER BY card.due
            LIMIT :limit
            """,
            ["moment": moment, "limit": limit]
        ) { row in
            (StoredJSON.read(row.text(0), as: [FieldID: FieldValue].self) ?? [:]).values.map { $0 }
        }
    }
}
