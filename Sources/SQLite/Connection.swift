import CSQLite

/// One connection to a database file, to be used by one thread at a time: its owner sees to that.
///
/// SQL is always a literal; what a learner typed can only come in as a bound value. Statements are compiled
/// once and kept.
public final class Connection {
    /// What a connection may do.
    public enum Access: Sendable {
        /// Reads, writes, and makes the file where there is none.
        case write
        /// Reads only; the file has to be there.
        case read
        /// Makes a file that keeps no write-ahead log, so that nothing ever lies beside it.
        case copy
    }

    let handle: OpaquePointer
    // SQLite calls it until the file is closed.
    private let files: SealedFiles?
    private var isClosed = false
    /// Statements that are not running at the moment, by the address of their SQL.
    private var idle: [UnsafePointer<UInt8>: Statement] = [:]
    /// The same for SQL that was put together: whoever types asks it again with other values.
    private var idleComposed: [String: Statement] = [:]
    /// What was read before, see `remembering`.
    var memories: [UnsafePointer<UInt8>: (value: Any, changes: Int)] = [:]
    /// The state of the file that the memories are of.
    var remembered: Int64?
    /// The state of the file that the transaction in hand sees, once it is known.
    var seenVersion: Int64?
    /// Is told of rows that are changed.
    var listener: Box<@Sendable (UnsafePointer<CChar>, Int64) -> Void>?
    let access: Access
    /// Where the file lies.
    public let path: String
    /// Whether rows were taken out of another file in this transaction.
    var hasGuest = false
    /// Whether the file is sealed, so that nothing of it may lie open elsewhere.
    public var isSealed: Bool { files != nil }

    /// How many statements that were put together are kept.
    private static let mostComposed = 48

    /// Opens the file at `path`.
    ///
    /// A connection that writes keeps a write-ahead log and flushes it at every commit, so that what was
    /// committed survives the loss of power.
    ///
    /// - Parameters:
    ///   - files: where it lies sealed; nil for a file that anybody can read.
    ///   - applicationID: what a new file is marked with, in its very first transaction.
    ///   - limit: the most bytes that a row, a text or a blob may have.
    ///   - extensions: what its SQL may use beyond SQLite.
    public init(
        path: String,
        in files: SealedFiles? = nil,
        access: Access,
        applicationID: Int32,
        limit: Int32 = 64 << 20,
        extensions: ConnectionExtensions = .none
    ) throws(DatabaseError) {
        guard !path.utf8.contains(0) else {
            throw DatabaseError(code: .cannotOpen, message: "the path holds a zero byte")
        }
        // NB: Debian's SQLite takes names that start with `file:` for addresses, and `:memory:` for no file.
        let path = path.hasPrefix("/") ? path : "./" + path
        let mode =
            switch access {
            case .write, .copy: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .read: SQLITE_OPEN_READONLY
            }
        var handle: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, files?.name)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close(handle) }
            throw DatabaseError(handle: handle)
        }
        self.handle = handle
        self.path = path
        self.files = files
        self.access = access
        do {
            try configure(
                access: access,
                applicationID: applicationID,
                limit: limit,
                isSealed: files != nil
            )
            try install(extensions)
        } catch {
            try? close()
            throw error
        }
    }

    deinit { try? close() }

    /// Closes the file; the last writing connection brings the write-ahead log home.
    public func close() throws(DatabaseError) {
        guard !isClosed else { return }
        idle = [:]
        idleComposed = [:]
        memories = [:]
        guard sqlite3_close(handle) == SQLITE_OK else { throw DatabaseError(handle: handle) }
        isClosed = true
    }

    // MARK: - Statements

    /// Runs a statement to its end and returns how many rows it inserted, updated or deleted.
    @discardableResult
    public func run(_ sql: StaticString, _ arguments: Arguments = [:]) throws -> Int {
        try withStatement(sql, arguments) { statement throws(DatabaseError) in
            while try statement.step() {}
        }
        return Int(sqlite3_changes64(handle))
    }

    /// The same of values for the statement's `?`, which are bound one after the other.
    @discardableResult
    public func run(_ sql: StaticString, binding values: (inout Binder) -> Void) throws -> Int {
        try withStatement(sql) { statement in
            var binder = Binder(statement)
            values(&binder)
            try binder.finish()
            while try statement.step() {}
        }
        return Int(sqlite3_changes64(handle))
    }

    /// The id of the row that was inserted last.
    public var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows were inserted, updated or deleted since the file was opened.
    public var totalChanges: Int64 { sqlite3_total_changes64(handle) }

    /// Lends every row of the result in turn.
    public func forEach(
        _ sql: StaticString,
        _ arguments: Arguments = [:],
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try withStatement(sql, arguments) { statement in
            while try statement.step() { try body(statement.row) }
        }
    }

    /// Lends every row of the result of SQL that was put together.
    public func forEach(_ sql: SQL, _ body: (borrowing Row) throws -> Void) throws {
        try withStatement(sql) { statement in
            while try statement.step() { try body(statement.row) }
        }
    }

    /// The same until `body` says that it has enough.
    public func forEach(_ sql: SQL, whileWanted body: (borrowing Row) throws -> Bool) throws {
        try withStatement(sql) { statement in
            while try statement.step(), try body(statement.row) {}
        }
    }

    /// The same for as many thousand steps of SQLite's machine at most; false where they were not enough.
    public func forEach(
        _ sql: SQL,
        forThousandSteps thousands: Int,
        whileWanted body: (borrowing Row) throws -> Bool
    ) throws -> Bool {
        var left = thousands
        return try withUnsafeMutablePointer(to: &left) { left in
            sqlite3_progress_handler(
                handle,
                1_000,
                { left in
                    guard let left = left?.assumingMemoryBound(to: Int.self) else { return 1 }
                    left.pointee -= 1
                    return left.pointee < 0 ? 1 : 0
                },
                left
            )
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            do {
                try forEach(sql, whileWanted: body)
                return true
            } catch let error as DatabaseError where .interrupted ~= error.code {
                return false
            }
        }
    }

    /// Reads every row of the result.
    @inlinable
    public func rows<Element>(
        _ sql: StaticString,
        _ arguments: Arguments = [:],
        _ read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, arguments) { row in elements.append(try read(row)) }
        return elements
    }

    /// Reads the first row of the result, if there is one.
    @inlinable
    public func row<Element>(
        _ sql: StaticString,
        _ arguments: Arguments = [:],
        _ read: (borrowing Row) throws -> Element
    ) throws -> Element? {
        var element: Element?
        try forEach(sql, arguments) { row in
            if element == nil { element = try read(row) }
        }
        return element
    }

    /// Runs statements that have no values, one after the other; for schemas, which are written as a script.
    public func execute(script: String) throws(DatabaseError) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
            throw DatabaseError(handle: handle, sql: script)
        }
    }

    /// How many statements are compiled, kept ones included.
    package var statementCount: Int {
        var count = 0
        var statement = sqlite3_next_stmt(handle, nil)
        while statement != nil {
            count += 1
            statement = sqlite3_next_stmt(handle, statement)
        }
        return count
    }

    private func withStatement<Failure: Error>(
        _ sql: StaticString,
        _ arguments: Arguments,
        _ body: (Statement) throws(Failure) -> Void
    ) throws {
        try withStatement(sql) { statement in
            try statement.bind(arguments)
            try body(statement)
        }
    }

    /// Takes a statement out of those kept while it runs, so that the same SQL may run inside its own loop.
    private func withStatement(_ sql: StaticString, _ body: (Statement) throws -> Void) throws {
        precondition(!isClosed, "A closed connection is asked: \(sql)")
        let key = sql.utf8Start
        let statement = try idle.removeValue(forKey: key) ?? Statement(sql, on: handle)
        defer {
            statement.reset()
            idle[key] = statement
        }
        try body(statement)
    }

    private func withStatement(_ sql: SQL, _ body: (Statement) throws -> Void) throws {
        precondition(!isClosed, "A closed connection is asked: \(sql.text)")
        let statement =
            try idleComposed.removeValue(forKey: sql.text) ?? Statement(sql.text, on: handle)
        defer {
            statement.reset()
            if idleComposed.count >= Self.mostComposed { idleComposed = [:] }
            idleComposed[sql.text] = statement
        }
        try statement.bind(sql.values)
        try body(statement)
    }
}
