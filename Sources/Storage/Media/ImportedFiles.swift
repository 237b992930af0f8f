package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The bytes of a file that a deck was imported from.
    package func importedFile(_ id: ImportedFileID) throws -> [UInt8]? {
        try connection.row(
            """
            SELECT bytes
            FROM kept_file
            WHERE id = :id
            """,
            ["id": id]
        ) { Array($0.bytes(0)) }
    }
}

extension Writer {
    package func storeImportedFile(_ bytes: [UInt8], as id: ImportedFileID, at moment: Moment)
        throws
    {
        try connection.run(
            """
            INSERT INTO kept_file (id, bytes, made)
            VALUES (:id, :bytes, :made)
            """,
            ["id": id, "bytes": bytes, "made": moment]
        )
    }

    /// Deletes files that neither a deck nor a change in the journal refers to.
    package func removeUnusedImportedFiles() throws {
        try connection.run(
            """
            DELETE FROM kept_file
            WHERE NOT EXISTS (SELECT 1 FROM deck WHERE instr(deck.settings, kept_file.id) > 0)
            AND NOT EXISTS (SELECT 1 FROM journal WHERE instr(journal.replaced, kept_file.id) > 0)
            """
        )
    }
}
