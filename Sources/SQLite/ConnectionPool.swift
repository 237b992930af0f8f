internal import Threads

/// The connections to one database file: one that writes, and as many that read as threads want to at once.
///
/// Bodies are plain synchronous code, so that no transaction can span a suspension.
public final class ConnectionPool: @unchecked Sendable {
    private let path: String
    private let applicationID: Int32
    private let limit: Int32
    private let extensions: ConnectionExtensions

    // Guarded by `writing`.
    private let writer: Connection
    private let writing = Lock()

    // Guarded by `lending`.
    private var readers: [Connection] = []
    private var isClosed = false
    private let lending = Lock()

    /// How many readers are kept open for the next time.
    private static let keptReaders = 4

    /// Opens or makes the file, see `Connection`.
    public init(
        path: String,
        applicationID: Int32,
        limit: Int32 = 64 << 20,
        extensions: ConnectionExtensions = .none
    ) throws(DatabaseError) {
        self.path = path
        self.applicationID = applicationID
        self.limit = limit
        self.extensions = extensions
        writer = try Connection(
            path: path,
            access: .write,
            applicationID: applicationID,
            limit: limit,
            extensions: extensions
        )
    }

    /// Runs `body` on the connection that writes, outside of any transaction, while nobody else writes.
    public func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try writing.withLock {
            guard !lending.withLock({ isClosed }) else { throw Self.closed }
            return try body(writer)
        }
    }

    /// Runs `body` as one transaction that may write; it must not write in another one within.
    public func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try withWriter { connection in
            try connection.transaction(.write) { try body(connection) }
        }
    }

    /// Runs `body` on one state of the database, whatever is written meanwhile.
    public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try takeReader()
        defer { give(back: reader) }
        return try reader.transaction(.read) { try body(reader) }
    }

    /// Closes the file, after the transaction in hand; what is asked afterwards fails.
    public func close() throws {
        try writing.withLock {
            let idle = lending.withLock {
                defer { readers = [] }
                isClosed = true
                return readers
            }
            // Last of all the writer, which brings the write-ahead log home.
            for reader in idle { try reader.close() }
            try writer.close()
        }
    }

    private static var closed: DatabaseError {
        DatabaseError(code: .cannotOpen, message: "the library is closed")
    }

    private func takeReader() throws(DatabaseError) -> Connection {
        let (isClosed, idle) = lending.withLock { (self.isClosed, readers.popLast()) }
        guard !isClosed else { throw Self.closed }
        if let idle { return idle }
        return try Connection(
            path: path,
            access: .read,
            applicationID: applicationID,
            limit: limit,
            extensions: extensions
        )
    }

    private func give(back reader: Connection) {
        let isKept = lending.withLock {
            guard !isClosed, readers.count < Self.keptReaders else { return false }
            readers.append(reader)
            return true
        }
        if !isKept { try? reader.close() }
    }
}
