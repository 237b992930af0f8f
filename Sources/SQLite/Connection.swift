import CSQLite

/// One connection to a database file; its owner ensures that only one thread uses it at a time.
///
/// SQL is always a literal, and what a learner typed can only be bound as a value. Compiled statements are cached.
@usableFromInline
package final class Connection {
    package enum Access: Sendable {
        /// Reads and writes, and creates the file if it doesn't exist.
        case write
        /// Only reads; the file has to exist.
        case read
        /// Creates a file without a write-ahead log, so that there is never a second file beside it.
        case copy
        /// Reads a file that does not change meanwhile, and keeps in memory what it writes.
        case overlay
        case memory
    }

    let handle: OpaquePointer
    package let files: SealedFiles?
    /// Retained because SQLite calls it until the file is closed.
    private let layer: FileLayer
    private var isClosed = false
    /// Compiled statements, by the address of their SQL.
    private var statements: [UnsafePointer<UInt8>: Statement] = [:]
    /// Those of composed SQL, which runs again with other values while a learner types a query.
    private var composed: [String: Statement] = [:]
    /// The values of `cached`, and how many more changes each may outlive.
    var cache: [UnsafePointer<UInt8>: (value: Any, changes: Int)] = [:]
    /// The version of the file for which `cache` is valid.
    var cachedVersion: Int64?
    /// The values of `parsed`.
    var parsedTexts: [ParsedText: Any?] = [:]
    /// The version that the current transaction reads, once it is known.
    var snapshotVersion: Int64?
    /// Called for every changed row.
    var listener: Box<@Sendable (UnsafePointer<CChar>, Int64) -> Void>?
    let access: Access
    package let path: String
    /// The write-ahead log of a writing connection.
    var log: FileIdentity?
    /// Whether no other process of ours writes to the file.
    var isAlone = false
    /// Whether this transaction has attached another file.
    var hasAttachedFile = false
    private var hasTriggers = false
    /// Whether the file is encrypted, so that none of its content may be written elsewhere in the clear.
    package var isSealed: Bool { files?.isSealing ?? false }

    private static let maxComposed = 48

    /// Opens a file.
    ///
    /// A writing connection flushes its write-ahead log at every commit, so that commits survive a power cut.
    ///
    /// - Parameters:
    ///   - files: The file system of a sealed file; nil for a plain one.
    ///   - applicationID: The mark of a new file, set in its very first transaction.
    ///   - limit: The maximum size of a row, a text or a blob in bytes.
    ///   - extensions: What its SQL may use beyond SQLite.
    package init(
        path: String,
        in files: SealedFiles? = nil,
        access: Access,
        applicationID: Int32,
        limit: Int32 = 64 << 20,
        extensions: ConnectionExtensions = .none
    ) throws(DatabaseError) {
        guard !path.utf8.contains(0) else {
            throw DatabaseError(code: .cannotOpen, message: "the path contains a zero byte")
        }
        // NB: Debian's SQLite interprets a name that starts with `file:` as a URI, and `:memory:` as a database without a file.
        let path = path.hasPrefix("/") ? path : "./" + path
        let mode =
            switch access {
            case .write, .copy: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .overlay: SQLITE_OPEN_READWRITE
            case .read: SQLITE_OPEN_READONLY
            case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
            }
        var handle: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let stored: FileLayer = files ?? ChecksumFiles.shared
        let layer = access == .overlay ? OverlayFiles(over: stored) : stored
        let code = sqlite3_open_v2(path, &handle, flags, layer.name)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close(handle) }
            throw DatabaseError(handle: handle)
        }
        self.handle = handle
        self.path = path
        self.files = files
        self.layer = layer
        self.access = access
        do {
            try configure(
                access: access,
                applicationID: applicationID,
                limit: limit,
                isSealed: isSealed
            )
            try install(extensions)
        } catch {
            try? close()
            throw error
        }
    }

    deinit { try? close() }

    /// Closes the file; the last writing connection moves the write-ahead log into the database and deletes it.
    ///
    /// If the file was overwritten, the log stays as it is.
    package func close() throws(DatabaseError) {
        guard !isClosed else { return }
        if !isOurs { omena_sqlite3_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
        statements = [:]
        composed = [:]
        cache = [:]
        parsedTexts = [:]
        guard sqlite3_close(handle) == SQLITE_OK else { throw DatabaseError(handle: handle) }
        isClosed = true
    }

    /// Whether it has been used since it was opened, or since all was freed.
    var hasStatements: Bool { !statements.isEmpty || !composed.isEmpty }

    /// Frees compiled statements, cached values and pages, all of which come back when they are needed.
    func releaseAll() {
        statements = [:]
        composed = [:]
        cache = [:]
        parsedTexts = [:]
        releaseMemory()
    }

    // MARK: - Statements

    /// Runs a statement and returns how many rows it inserted, updated or deleted.
    @discardableResult
    package func run(_ sql: StaticString, _ arguments: StatementArguments = [:]) throws -> Int {
        try withStatement(sql, arguments) { statement throws(DatabaseError) in
            while try statement.step() {}
        }
        return Int(sqlite3_changes64(handle))
    }

    /// Runs a statement with `?` parameters, which are bound from left to right.
    @discardableResult
    package func run(_ sql: StaticString, binding values: (inout Binder) -> Void) throws -> Int {
        try withStatement(sql) { statement in
            var binder = Binder(statement)
            values(&binder)
            try binder.finish()
            while try statement.step() {}
        }
        return Int(sqlite3_changes64(handle))
    }

    package var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows this connection has inserted, updated or deleted.
    package var totalChanges: Int64 { sqlite3_total_changes64(handle) }

    @usableFromInline
    package func forEach(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:],
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try withStatement(sql, arguments) { statement in
            while try statement.step() { try body(statement.row) }
        }
    }

    /// Passes each row of the result of composed SQL to `body`.
    package func forEach(_ sql: SQL, _ body: (borrowing Row) throws -> Void) throws {
        try withStatement(sql) { statement in
            while try statement.step() { try body(statement.row) }
        }
    }

    /// Stops when `body` returns false.
    package func forEach(_ sql: SQL, whileWanted body: (borrowing Row) throws -> Bool) throws {
        try withStatement(sql) { statement in
            while try statement.step(), try body(statement.row) {}
        }
    }

    /// Stops when `body` returns false, or after a number of virtual machine instructions, in which case it returns false.
    package func forEach(
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

    @inlinable
    package func rows<Element>(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:],
        _ read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, arguments) { row in elements.append(try read(row)) }
        return elements
    }

    /// Reads the first row of the result, if any.
    @inlinable
    package func row<Element>(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:],
        _ read: (borrowing Row) throws -> Element
    ) throws -> Element? {
        var element: Element?
        try forEach(sql, arguments) { row in
            if element == nil { element = try read(row) }
        }
        return element
    }

    /// Executes a script that creates temporary triggers, once for this connection.
    package func createTriggers(_ script: String) throws(DatabaseError) {
        guard !hasTriggers else { return }
        try execute(script: script)
        hasTriggers = true
    }

    /// Runs statements without parameters, such as a schema.
    package func execute(script: String) throws(DatabaseError) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
            throw DatabaseError(handle: handle, sql: script)
        }
    }

    private func withStatement<Failure: Error>(
        _ sql: StaticString,
        _ arguments: StatementArguments,
        _ body: (Statement) throws(Failure) -> Void
    ) throws {
        try withStatement(sql) { statement in
            try statement.bind(arguments)
            try body(statement)
        }
    }

    private func withStatement(_ sql: StaticString, _ body: (Statement) throws -> Void) throws {
        precondition(!isClosed, "The connection is closed: \(sql)")
        let statement: Statement
        // The same SQL may run inside its own loop.
        if let known = statements[sql.utf8Start], !known.isRunning {
            statement = known
        } else {
            statement = try Statement("\(sql)", on: handle)
            statements[sql.utf8Start] = statement
        }
        try statement.use { try body(statement) }
    }

    private func withStatement(_ sql: SQL, _ body: (Statement) throws -> Void) throws {
        precondition(!isClosed, "The connection is closed: \(sql.text)")
        let statement: Statement
        if let known = composed[sql.text], !known.isRunning {
            statement = known
        } else {
            statement = try Statement(sql.text, on: handle)
            if composed.count >= Self.maxComposed { composed = [:] }
            composed[sql.text] = statement
        }
        try statement.use {
            try statement.bind(sql.values)
            try body(statement)
        }
    }
}
