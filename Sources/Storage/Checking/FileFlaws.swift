internal import SQLite

/// What SQLite finds wrong with the form of a file.
enum FileFlaws {
    /// Its own words, a flaw a line; nothing, if all is well.
    static func all(of connection: Connection) throws -> [String] {
        do {
            return try connection.rows("PRAGMA integrity_check(20)") { $0.text(0) }
                .filter { $0 != "ok" }
        } catch let error as DatabaseError where .corrupt ~= error.code {
            return [error.message]
        }
    }
}

extension Database {
    /// What is wrong with the form of the file, in SQLite's words; nothing, if all is well.
    package func fileFlaws() throws -> [String] {
        // NB: Not in a transaction: one in which damage was met cannot be ended.
        try StorageError.translating { try pool.inspect { try FileFlaws.all(of: $0) } }
    }
}

extension LibraryCopy {
    /// What is wrong with the form of the file, in SQLite's words; nothing, if all is well.
    package func fileFlaws() throws -> [String] {
        try StorageError.translating { try FileFlaws.all(of: connection) }
    }
}

extension Writer {
    /// Makes all indexes anew from their tables.
    package func rebuildIndexes() throws { try connection.run("REINDEX") }
}
