internal import Threads

/// The connections to one database file: one that writes, and as many that read as threads want to at once.
///
/// Bodies are plain synchronous code, so that no transaction can span a suspension.
public final class ConnectionPool: @unchecked Sendable {
    private let path: String
    private let files: SealedFiles?
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
    ///
    /// - Parameter access: `read` leaves a file that has to be there as it is; what wants to write fails.
    public init(
        path: String,
        in files: SealedFiles? = nil,
        access: Connection.Access = .write,
        applicationID: Int32,
        limit: Int32 = 64 << 20,
        extensions: ConnectionExtensions = .none
    ) throws(DatabaseError) {
        self.path = path
        self.files = files
        self.applicationID = applicationID
        self.limit = limit
        self.extensions = extensions
        writer = try Connection(
            path: path,
            in: files,
            access: access,
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

    /// The same, unless somebody else writes.
    public func writeIfFree(_ body: (Connection) throws -> Void) throws {
        try writing.withLockIfFree {
            guard !lending.withLock({ isClosed }) else { throw Self.closed }
            try writer.transaction(.write) { try body(writer) }
        }
    }

    /// Runs `body` on one state of the database, whatever is written meanwhile.
    public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try takeReader()
        defer { give(back: reader) }
        return try reader.transaction(.read) { try body(reader) }
    }

    /// Runs `body` on a reader of its own outside of any transaction: what it does there may fail and leave no trace.
    public func inspect<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try Connection(
            path: path,
            in: files,
            access: .read,
            applicationID: applicationID,
            limit: limit,
            extensions: extensions
        )
        defer { try? reader.close() }
        return try body(reader)
    }

    /// Copies the database as it is at one moment into a new file that needs none beside it; see `Connection.copy`.
    ///
    /// - Parameter files: Where the new file is to lie sealed, if it is.
    public func copy(
        to path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void
    ) throws {
        let reader = try takeReader()
        defer { give(back: reader) }
        try Self.copy(reader, to: path, in: files, progress: progress)
    }

    /// The same for a file that nobody here has open.
    public static func copy(
        from path: String,
        in files: SealedFiles? = nil,
        to other: String,
        sealed otherFiles: SealedFiles? = nil,
        extensions: ConnectionExtensions = .none,
        progress: (Double) -> Void
    ) throws {
        let source = try Connection(
            path: path,
            in: files,
            access: .read,
            applicationID: 0,
            extensions: extensions
        )
        defer { try? source.close() }
        try copy(source, to: other, in: otherFiles, progress: progress)
    }

    private static func copy(
        _ source: Connection,
        to path: String,
        in files: SealedFiles?,
        progress: (Double) -> Void
    ) throws {
        let copy = try Connection(path: path, in: files, access: .copy, applicationID: 0)
        defer { try? copy.close() }
        try source.copy(over: copy, progress: progress)
        try copy.dropLog()
        try copy.close()
    }

    /// Puts the content of another file in place of all that is here, as one transaction; nobody else writes meanwhile.
    ///
    /// - Parameters:
    ///   - files: Where the other file lies sealed, if it does.
    ///   - done: Runs before anybody writes again.
    public func replace(
        with path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void,
        done: () -> Void
    ) throws {
        try withWriter { _ in
            let source = try Connection(path: path, in: files, access: .read, applicationID: 0)
            defer { try? source.close() }
            // NB: Not the writer itself: full-text tables notice at once what another connection changed.
            let target = try Connection(
                path: self.path,
                in: self.files,
                access: .write,
                applicationID: applicationID,
                limit: limit
            )
            defer { try? target.close() }
            try source.copy(over: target, progress: progress)
            done()
        }
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
            in: files,
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
