import CSQLite

/// A compiled statement, which its connection caches.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let parameterCount: Int
    private(set) var isRunning = false
    /// The indexes of the names that were bound last, because looking them up takes longer than binding.
    private var parameters: [(name: UnsafePointer<UInt8>?, index: Int32)] = []

    /// Compiles a single statement.
    init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
        var handle: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(connection, sql, -1, persistent, &handle, nil)
        guard code == SQLITE_OK else { throw DatabaseError(handle: connection, sql: sql) }
        guard let handle else { preconditionFailure("A statement without SQL: \(sql)") }
        self.handle = handle
        self.connection = connection
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds the parameters from left to right.
    func bind(_ values: [Value]) throws(DatabaseError) {
        checkCount(values.count)
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    /// Each parameter needs exactly one value.
    func checkCount(_ count: Int) {
        precondition(
            count == parameterCount,
            "The number of values differs from that of parameters: \(sql)"
        )
    }

    /// Binds every parameter by its name.
    func bind(_ arguments: StatementArguments) throws(DatabaseError) {
        checkCount(arguments.pairs.count)
        if parameters.count != arguments.pairs.count {
            parameters = Array(repeating: (nil, 0), count: arguments.pairs.count)
        }
        try arguments.pairs.withUnsafeBufferPointer { pairs throws(DatabaseError) in
            for pair in pairs.indices {
                let (name, bindable) = pairs[pair]
                // The same call site passes the same names in the same order each time.
                if parameters[pair].name != name.utf8Start {
                    parameters[pair] = (name.utf8Start, index(of: name))
                }
                let value = bindable?.storedValue ?? .null
                try bind(value, at: parameters[pair].index)
            }
        }
    }

    private func index(of name: StaticString) -> Int32 {
        let index = sqlite3_bind_parameter_index(handle, ":\(name)")
        precondition(index > 0, "No parameter :\(name) in: \(sql)")
        return index
    }

    /// Binds one parameter, counted from 1.
    func bind(_ value: Value, at index: Int32) throws(DatabaseError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
            case .real(let real): sqlite3_bind_double(handle, index, real)
            case .text(var text):
                text.withUTF8 { text in
                    text.withMemoryRebound(to: CChar.self) { text in
                        omena_sqlite3_bind_text(handle, index, text.baseAddress, UInt64(text.count))
                    }
                }
            case .blob(let bytes):
                bytes.withUnsafeBytes { bytes in
                    omena_sqlite3_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
                }
            }
        guard code == SQLITE_OK else { throw error() }
    }

    /// Binds the values of another statement's current row.
    func bindRow(of other: Statement) throws(DatabaseError) {
        checkCount(other.columnCount)
        for column in 0..<Int32(other.columnCount) {
            let value = sqlite3_column_value(other.handle, column)
            guard sqlite3_bind_value(handle, column + 1, value) == SQLITE_OK else { throw error() }
        }
    }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// Moves to the next row; false at the end.
    func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw error()
        }
    }

    var row: Row { Row(statement: handle) }

    /// Prepares it to run again and clears its bindings.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Calls `body`, which runs the statement, and resets it.
    func use(_ body: () throws -> Void) rethrows {
        isRunning = true
        defer {
            reset()
            isRunning = false
        }
        try body()
    }

    /// The SQL without values.
    private var sql: String { String(cString: sqlite3_sql(handle)) }

    private func error() -> DatabaseError { DatabaseError(handle: connection, sql: sql) }
}
