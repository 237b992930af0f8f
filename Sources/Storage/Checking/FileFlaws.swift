package import SQLite

/// What SQLite finds wrong with the structure of a file.
enum FileFlaws {
    /// One line for each flaw; empty if there is none.
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
    /// Which pages of the file are not as they were written last.
    package func pageFlaws() throws -> PageFlaws {
        try StorageError.translating { try pool.withWriter { $0.pageFlaws() } }
    }

    /// Whether a page was read that is not as it was written.
    package var hasWrongPages: Bool { pool.wrongReads > 0 }

    /// Writes the whole file anew, with checksums that fit what it holds.
    package func renewChecksums() throws {
        try StorageError.translating { try pool.withWriter { try $0.renewChecksums() } }
    }

    /// What is wrong with the structure of the file, in SQLite's words; empty if nothing is.
    package func fileFlaws() throws -> [String] {
        // NB: Not in a transaction, because a transaction that encounters damage cannot be ended.
        try StorageError.translating { try pool.inspect { try FileFlaws.all(of: $0) } }
    }
}

extension LibraryCopy {
    /// Which pages of the file are not as they were written last.
    package var pageFlaws: PageFlaws { connection.pageFlaws() }

    /// What is wrong with the structure of the file, in SQLite's words; empty if nothing is.
    package func fileFlaws() throws -> [String] {
        try StorageError.translating { try FileFlaws.all(of: connection) }
    }
}

extension Writer {
    package func rebuildIndexes() throws { try connection.run("REINDEX") }
}
