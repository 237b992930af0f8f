internal import Threads

/// The connections to one database file: one that writes, and as many that read as threads want to at once.
///
/// Bodies are plain synchronous code, so that no transaction can span a suspension.
public final class ConnectionPool: @unchecked Sendable {
    let path: String
    let files: SealedFiles?
    let applicationID: Int32
    let limit: Int32
    /// Opens the file once more.
    let open: (Connection.Access) throws(DatabaseError) -> Connection

    // Guarded by `writing`.
    var writer: Connection
    private let writing = Lock()

    // Guarded by `lending`.
    var readers: [Connection] = []
    var lentCount = 0
    var isClosed = false
    let lending = Lock()
    let allAreBack: Condition

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
        open = { access throws(DatabaseError) in
            try Connection(
                path: path,
                in: files,
                access: access,
                applicationID: applicationID,
                limit: limit,
                extensions: extensions
            )
        }
        allAreBack = Condition(of: lending)
        writer = try open(access)
    }

    /// Runs `body` on the connection that writes, outside of any transaction, while nobody else writes.
    public func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try writing.withLock {
            guard !lending.withLock({ isClosed }) else { throw Self.closed }
            return try body(writer)
        }
    }

    /// The same, unless somebody else writes.
    public func withWriterIfFree(_ body: (Connection) throws -> Void) throws {
        try writing.withLockIfFree {
            guard !lending.withLock({ isClosed }) else { throw Self.closed }
            try body(writer)
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

    /// Runs `body` with several readers on one state of the database, each for one thread at a time; with one alone where
    /// somebody is writing.
    public func read<Result>(
        on count: Int,
        _ body: ([Connection]) throws -> Result
    ) throws -> Result {
        var readers: [Connection] = []
        defer {
            for reader in readers {
                reader.stopReading()
                // Who reads so much fills its cache, and others would have none.
                reader.releaseMemory()
                give(back: reader)
            }
        }
        func add() throws {
            readers.append(try takeReader())
            try readers[readers.count - 1].startReading()
        }
        // What they see is the same where nobody writes between the first look and the last.
        try writing.withLockIfFree { for _ in 0..<count { try add() } }
        if readers.isEmpty { try add() }
        return try body(readers)
    }

    /// Runs `body` on a reader of its own outside of any transaction: what it does there may fail and leave no trace.
    public func inspect<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try takeReader(isNew: true)
        defer { give(back: reader, isWanted: false) }
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
            try copyOver(path, in: files, progress: progress)
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

    private func takeReader(isNew: Bool = false) throws(DatabaseError) -> Connection {
        let (isClosed, idle) = lending.withLock {
            lentCount += 1
            return (self.isClosed, isNew ? nil : readers.popLast())
        }
        do throws(DatabaseError) {
            guard !isClosed else { throw Self.closed }
            if let idle { return idle }
            return try open(.read)
        } catch {
            lending.withLock { countBack() }
            throw error
        }
    }

    private func give(back reader: Connection, isWanted: Bool = true) {
        let isKept = lending.withLock {
            guard isWanted, !isClosed, readers.count < Self.keptReaders else { return false }
            readers.append(reader)
            countBack()
            return true
        }
        guard !isKept else { return }
        // It counts as lent until it has let the file go.
        try? reader.close()
        lending.withLock { countBack() }
    }

    private func countBack() {
        lentCount -= 1
        if lentCount == 0 { allAreBack.broadcast() }
    }
}
