package import SQLite

/// A library's file that is only read, such as a backup.
package final class LibraryCopy {
    let connection: Connection

    /// Opens the file without creating another beside it, unless it has a write-ahead log.
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

    package func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating {
            try connection.transaction(.read) {
                try body(Reader(connection: connection, vocabulary: Vocabulary(), changes: nil))
            }
        }
    }

    package func close() throws { try StorageError.translating { try connection.close() } }
}
