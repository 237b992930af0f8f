package import SQLite

/// A library's file that is only looked at: a backup, or one that somebody wants to have back.
package final class LibraryCopy {
    let connection: Connection

    /// Opens the file at `path`, and makes nothing beside it unless it was written in haste.
    package init(path: String, in files: SealedFiles? = nil) throws {
        connection = try StorageError.translating {
            try Connection(
                path: path,
                in: files,
                access: .read,
                applicationID: 0,
                extensions: .search
            )
        }
    }

    /// Runs `body` on what the file holds.
    package func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating {
            try connection.transaction(.read) {
                try body(Reader(connection: connection, vocabulary: Vocabulary(), changes: nil))
            }
        }
    }

    /// Closes the file.
    package func close() throws { try StorageError.translating { try connection.close() } }
}
