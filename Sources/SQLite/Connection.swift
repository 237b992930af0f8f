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
    }

    private let handle: OpaquePointer
    private var isClosed = false
    /// Statements that are not running at the moment, by the address of their SQL.
    private var idle: [UnsafePointer<UInt8>: Statement] = [:]

    /// Opens the file at `path`.
    ///
    /// A connection that writes keeps a write-ahead log and flushes it at every commit, so that what was
    /// committed survives the loss of power.
    ///
    /// - Parameters:
    ///   - applicationID: what a new file is marked with, in its very first transaction.
    ///   - limit: the most bytes that a row, a text or a blob may have.
    public init(
        path: String,
        access: Access,
        applicationID: Int32,
        limit: Int32 = 64 << 20
    ) throws(DatabaseError) {
        guard !path.utf8.contains(0) else {
            throw DatabaseError(code: .cannotOpen, message: "the path holds a zero byte")
        }
        // NB: Debian's SQLite takes names that start with `file:` for addresses, and `:memory:` for no file.
        let path = path.hasPrefix("/") ? path : "./" + path
        let mode =
            switch access {
            case .write: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .read: SQLITE_OPEN_READONLY
            }
        var handle: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close(handle) }
            throw DatabaseError(handle: handle)
        }
        self.handle = handle
        do {
            try configure(access: access, applicationID: applicationID, limit: limit)
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

    /// Takes a statement out of those kept while it runs, so that the same SQL may run inside its own loop.
    private func withStatement<Failure: Error>(
        _ sql: StaticString,
        _ arguments: Arguments,
        _ body: (Statement) throws(Failure) -> Void
    ) throws {
        precondition(!isClosed, "A closed connection is asked: \(sql)")
        let key = sql.utf8Start
        let statement = try idle.removeValue(forKey: key) ?? Statement(sql, on: handle)
        defer {
            statement.reset()
            idle[key] = statement
        }
        try statement.bind(arguments)
        try body(statement)
    }
}

extension Connection {
    /// Whether a transaction is sure to write.
    public enum Intent: Sendable {
        case read
        case write
    }

    /// Runs `body` as one transaction: all of it happens, or, when it throws, nothing.
    public func transaction<Result>(
        _ intent: Intent,
        _ body: () throws -> Result
    ) throws -> Result {
        switch intent {
        case .read: try run("BEGIN DEFERRED")
        case .write: try run("BEGIN IMMEDIATE")
        }
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk or a broken one may have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    private func configure(
        access: Access,
        applicationID: Int32,
        limit: Int32
    ) throws(DatabaseError) {
        sqlite3_busy_timeout(handle, 5_000)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limit)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        for (option, isOn) in [
            (SQLITE_DBCONFIG_DEFENSIVE, true),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (SQLITE_DBCONFIG_DQS_DML, false),
            (SQLITE_DBCONFIG_DQS_DDL, false),
            (SQLITE_DBCONFIG_ENABLE_FKEY, true),
        ] {
            omena_sqlite3_config_flag(handle, option, isOn ? 1 : 0)
        }
        switch access {
        case .write:
            // A file that is write-protected is opened all the same, to be read.
            guard sqlite3_db_readonly(handle, "main") == 0 else {
                throw DatabaseError(code: .readOnly, message: "the file is write-protected")
            }
            if try pragma("application_id") == "0", try pragma("page_count") == "0" {
                // Before the write-ahead log, so that the mark is in the file itself from its first byte on.
                try execute(script: "PRAGMA application_id = \(applicationID)")
            }
            try execute(
                script: """
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA secure_delete = FAST;
                    PRAGMA cell_size_check = ON;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -16384;
                    """
            )
            guard try pragma("journal_mode") == "wal" else {
                throw DatabaseError(
                    code: .cannotOpen,
                    message: "this file system allows no write-ahead log"
                )
            }
        case .read:
            try execute(
                script: """
                    PRAGMA query_only = ON;
                    PRAGMA cell_size_check = ON;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -8192;
                    """
            )
        }
    }

    private func pragma(_ name: StaticString) throws(DatabaseError) -> String {
        var text = ""
        let code = withUnsafeMutablePointer(to: &text) { text in
            sqlite3_exec(
                handle,
                "PRAGMA \(name)",
                { context, count, values, _ in
                    guard count > 0, let value = values?[0] else { return 0 }
                    context?.assumingMemoryBound(to: String.self).pointee = String(cString: value)
                    return 0
                },
                text,
                nil
            )
        }
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
        return text
    }
}
