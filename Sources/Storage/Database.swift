public import Notes
internal import SQLite

/// A library's file: one writer, several readers, every change a transaction that is on disk when it returns.
public final class Database: Sendable {
    /// The mark of a library in its file's header: "Omen".
    public static let applicationID: Int32 = 0x4F_6D_65_6E

    private let pool: ConnectionPool
    /// Of readers alone: a change may be rolled back, and its words with it.
    private let vocabulary = Vocabulary()

    /// Opens the library at `path`, makes one where there is none, and brings an older one up to date.
    public convenience init(path: String, now: Moment) throws {
        try self.init(path: path, now: now, migrations: Migration.released)
    }

    package init(path: String, now: Moment, migrations: [Migration]) throws {
        pool = try StorageError.translating {
            let pool = try ConnectionPool(
                path: path,
                applicationID: Self.applicationID,
                extensions: .search
            )
            do {
                try pool.withWriter { try Migration.run(migrations, on: $0, now: now) }
            } catch {
                try? pool.close()
                throw error
            }
            return pool
        }
    }

    /// Runs `body` as one transaction: all of it is on disk when this returns, or, when it throws, nothing.
    public func write<Result>(_ body: (borrowing Writer) throws -> Result) throws -> Result {
        try StorageError.translating {
            try pool.write { connection in
                let writer = Writer(connection: connection, vocabulary: Vocabulary())
                let result = try body(writer)
                try writer.refreshIndex()
                return result
            }
        }
    }

    /// Runs `body` on one state of the library, whatever is written meanwhile.
    public func read<Result>(_ body: (borrowing Reader) throws -> Result) throws -> Result {
        try StorageError.translating {
            try pool.read { try body(Reader(connection: $0, vocabulary: vocabulary)) }
        }
    }

    /// Closes the file; what is asked afterwards fails.
    public func close() throws { try StorageError.translating { try pool.close() } }
}
