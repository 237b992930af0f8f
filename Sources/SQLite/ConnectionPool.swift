internal import Glibc
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
    private var writer: Connection
    private let writing = Lock()

    // Guarded by `lending`.
    private var readers: [Connection] = []
    private var lentCount = 0
    private var isClosed = false
    private let lending = Lock()
    private let allAreBack: Condition

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
        allAreBack = Condition(of: lending)
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

    private func copyOver(
        _ path: String,
        in files: SealedFiles? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws {
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

    private func open(_ access: Connection.Access) throws(DatabaseError) -> Connection {
        try Connection(
            path: path,
            in: files,
            access: access,
            applicationID: applicationID,
            limit: limit,
            extensions: extensions
        )
    }
}

// MARK: - A file in the place of another

extension ConnectionPool {
    /// Puts a file that nobody has open in the place of this one: all of its content is here then, or, when this throws, none.
    ///
    /// Only within `withWriter`, outside of any transaction. The file is moved where nobody reads this one, and is copied
    /// where others do, or where it cannot be moved.
    public func takeOver(_ path: String) throws {
        if try !move(path) { try copyOver(path) }
    }

    /// False where others have this file open, or it cannot be moved.
    private func move(_ path: String) throws -> Bool {
        try lending.withLock {
            let deadline = Instant.now + Self.patience
            while lentCount > 0, allAreBack.wait(until: deadline) {}
            guard lentCount == 0 else { return false }
            for reader in readers { try reader.close() }
            readers = []
            try writer.close()
            // Whoever closes it last takes its log away. With the log of another file this one would be damaged.
            let isAlone = access(self.path + "-wal", F_OK) != 0
            let isMoved = isAlone && Self.rename(path, to: self.path)
            do {
                writer = try open(.write)
            } catch {
                isClosed = true
                throw error
            }
            return isMoved
        }
    }

    /// How long readers are waited for.
    private static let patience: Duration = .seconds(5)

    /// Gives a file the name and the permissions of another, and sees to it that this is on the disk.
    private static func rename(_ path: String, to other: String) -> Bool {
        var status = stat()
        guard stat(other, &status) == 0, chmod(path, status.st_mode & 0o7777) == 0,
            Glibc.rename(path, other) == 0
        else { return false }
        let end = other.lastIndex(of: "/") ?? other.startIndex
        let folder = Glibc.open(String(other[...end]), O_RDONLY | O_CLOEXEC)
        fsync(folder)
        Glibc.close(folder)
        return true
    }
}
