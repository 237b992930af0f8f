internal import Threads

/// The connections to one database file: one writer, and as many readers as threads need at once.
///
/// Bodies are synchronous, so that no transaction can span a suspension.
package final class ConnectionPool: Sendable {
    package let path: String
    package let files: SealedFiles?
    let applicationID: Int32
    let limit: Int32
    let open: @Sendable (Connection.Access) throws(DatabaseError) -> Connection

    private let writing = Lock()
    // Free of races because it is used only while `writing` is held.
    package nonisolated(unsafe) internal(set) var writer: Connection
    let readers = Locked(Readers())

    struct Readers {
        var idle: [Connection] = []
        /// How many are in use, counting those that are being opened or closed.
        var usedCount = 0
        /// Whether the pool, its writer included, is closed.
        var isClosed = false
    }

    private static let maxIdleReaders = 4

    /// Opens or creates the file; see `Connection`.
    ///
    /// - Parameters:
    ///   - access: With `read`, the file has to exist, and writing fails.
    ///   - flushesCommits: Whether a commit is on disk when it returns. Otherwise a power cut may take the last commits back, and the file
    ///     is sound all the same.
    package init(
        path: String,
        in files: SealedFiles? = nil,
        access: Connection.Access = .write,
        applicationID: Int32,
        limit: Int32 = 64 << 20,
        flushesCommits: Bool = true,
        extensions: ConnectionExtensions = .none
    ) throws(DatabaseError) {
        self.path = path
        self.files = files
        self.applicationID = applicationID
        self.limit = limit
        open = { access throws(DatabaseError) in
            let connection = try Connection(
                path: path,
                in: files,
                access: access,
                applicationID: applicationID,
                limit: limit,
                extensions: extensions
            )
            connection.isAlone = true
            if !flushesCommits { try connection.execute(script: "PRAGMA synchronous = NORMAL") }
            return connection
        }
        writer = try open(access)
    }

    /// Runs `body` with exclusive use of the writer, outside of any transaction.
    package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try writing.withLock {
            guard !readers.withLock({ $0.isClosed }) else { throw Self.closed }
            return try body(writer)
        }
    }

    /// Does nothing if another thread is writing.
    package func withWriterIfFree(_ body: (Connection) throws -> Void) throws {
        try writing.withLockIfFree {
            guard !readers.withLock({ $0.isClosed }) else { throw Self.closed }
            try body(writer)
        }
    }

    /// Runs `body` as a write transaction; these do not nest.
    package func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try withWriter { connection in
            try connection.transaction(.write) { try body(connection) }
        }
    }

    /// Runs `body` on a snapshot of the database.
    package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try takeReader()
        defer { release(reader) }
        return try reader.transaction(.read) { try body(reader) }
    }

    /// Runs `body` with several readers of one snapshot, one for each thread; with only one if another thread is writing.
    package func read<Result>(
        on count: Int,
        _ body: ([Connection]) throws -> Result
    ) throws -> Result {
        var readers: [Connection] = []
        defer {
            for reader in readers {
                reader.stopReading()
                // Such a reader fills its cache, and the memory limit is shared.
                reader.releaseMemory()
                release(reader)
            }
        }
        func add() throws {
            readers.append(try takeReader())
            try readers[readers.count - 1].startReading()
        }
        // All have the same snapshot if nothing is written between the first and the last.
        try writing.withLockIfFree { for _ in 0..<count { try add() } }
        if readers.isEmpty { try add() }
        return try body(readers)
    }

    /// Runs `body` on a new reader, outside of any transaction; the reader is closed afterwards.
    package func inspect<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let reader = try takeReader(isNew: true)
        defer { release(reader, isReusable: false) }
        return try body(reader)
    }

    /// Runs `body` while the file has all that was committed before, and nothing later: that stays in the write-ahead log.
    ///
    /// The log grows until `body` returns. Fails if somebody has been reading an older snapshot for long.
    package func withSettledFile<Result>(_ body: () throws -> Result) throws -> Result {
        let reader = try takeReader()
        defer { release(reader) }
        try withWriter { writer in
            try writer.checkFile()
            guard writer.isLogEmpty() else {
                throw DatabaseError(code: .busy, message: "the log is being read")
            }
            // NB: SQLite writes nothing into a file that is read without its log.
            try reader.startReading()
        }
        defer { reader.stopReading() }
        return try body()
    }

    /// Copies a snapshot of the database to a new file without a write-ahead log; see `Connection.copy`.
    ///
    /// - Parameters:
    ///   - files: The file system of the new file if it is to be sealed.
    ///   - isTemporary: Whether the new file need not survive a power cut.
    package func copy(
        to path: String,
        in files: SealedFiles? = nil,
        isTemporary: Bool = false,
        progress: (Double) -> Void
    ) throws {
        let reader = try takeReader()
        defer {
            // All pages were read once, and few of them will be soon.
            reader.releaseMemory()
            release(reader)
        }
        try Self.copy(reader, to: path, in: files, isTemporary: isTemporary, progress: progress)
    }

    /// Copies a database that is not open here.
    package static func copy(
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
        isTemporary: Bool = false,
        progress: (Double) -> Void
    ) throws {
        let copy = try Connection(path: path, in: files, access: .copy, applicationID: 0)
        defer { try? copy.close() }
        if isTemporary { try copy.execute(script: "PRAGMA synchronous = OFF") }
        try source.copy(over: copy, progress: progress)
        try copy.dropLog()
        try copy.close()
    }

    /// Frees what connections keep only to be faster the next time; false if that is nothing.
    @discardableResult
    package func releaseMemory() throws -> Bool {
        let idle = readers.withLock { readers in
            defer { readers.idle = [] }
            return readers.idle
        }
        for reader in idle { try reader.close() }
        var wasWriterUsed = false
        try withWriterIfFree { writer in
            wasWriterUsed = writer.hasStatements
            writer.releaseAll()
        }
        return wasWriterUsed || !idle.isEmpty
    }

    /// Whether another database was copied over the file, so that the log that closing leaves belongs to what it held before.
    package var isReplaced: Bool { (try? withWriter { $0.isReplaced }) ?? false }

    /// Closes the file after the current transactions; later calls fail.
    ///
    /// While a reader is at work, the write-ahead log cannot be moved into the database, so that a copy of this file alone
    /// would lack the latest transactions. Nothing is lost if one takes longer than a close can wait.
    package func close() throws {
        try writing.withLock {
            readers.withLock { $0.isClosed = true }
            let deadline = Instant.now + Self.longestWaitForReaders
            let idle = readers.withLock(when: { $0.usedCount == 0 }, orAt: deadline) { readers in
                defer { readers.idle = [] }
                return readers.idle
            }
            // The writer last, as it moves the write-ahead log into the database.
            for reader in idle { try reader.close() }
            try writer.close()
        }
    }

    private static let longestWaitForReaders = Duration.seconds(3)

    private static var closed: DatabaseError {
        DatabaseError(code: .cannotOpen, message: "the library is closed")
    }

    private func takeReader(isNew: Bool = false) throws(DatabaseError) -> Connection {
        let (isClosed, idle) = readers.withLock { readers in
            readers.usedCount += 1
            return (readers.isClosed, isNew ? nil : readers.idle.popLast())
        }
        do throws(DatabaseError) {
            guard !isClosed else { throw Self.closed }
            if let idle { return idle }
            return try open(.read)
        } catch {
            readers.withLock { $0.usedCount -= 1 }
            throw error
        }
    }

    private func release(_ reader: Connection, isReusable: Bool = true) {
        let isIdle = readers.withLock { readers in
            guard isReusable, !readers.isClosed, readers.idle.count < Self.maxIdleReaders else {
                return false
            }
            readers.idle.append(reader)
            readers.usedCount -= 1
            return true
        }
        guard !isIdle else { return }
        // It counts as used until it has closed the file.
        try? reader.close()
        readers.withLock { $0.usedCount -= 1 }
    }
}
