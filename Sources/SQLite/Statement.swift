import CSQLite

/// A compiled statement; its connection keeps it for the next time.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// Compiles the one statement that `sql` holds.
    init(_ sql: StaticString, on connection: OpaquePointer) throws(DatabaseError) {
        precondition(sql.hasPointerRepresentation)
        var handle: OpaquePointer?
        let code = sql.withUTF8Buffer { text in
            text.withMemoryRebound(to: CChar.self) { text in
                sqlite3_prepare_v3(
                    connection,
                    text.baseAddress,
                    Int32(text.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT),
                    &handle,
                    nil
                )
            }
        }
        guard code == SQLITE_OK else { throw DatabaseError(handle: connection, sql: "\(sql)") }
        guard let handle else { preconditionFailure("A statement without SQL: \(sql)") }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Compiles the one statement that `sql` holds, which was put together.
    init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
        var handle: OpaquePointer?
        let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(connection, sql, -1, persistent, &handle, nil)
        guard code == SQLITE_OK else { throw DatabaseError(handle: connection, sql: sql) }
        guard let handle else { preconditionFailure("A statement without SQL: \(sql)") }
        self.handle = handle
        self.connection = connection
    }

    /// Gives the parameters their values, from left to right.
    func bind(_ values: [Value]) throws(DatabaseError) {
        precondition(
            values.count == Int(sqlite3_bind_parameter_count(handle)),
            "Not one value a parameter: \(sql)"
        )
        for (index, value) in values.enumerated() {
            guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw error() }
        }
    }

    /// Gives every parameter its value; one that is left out or not there is the programmer's mistake.
    func bind(_ arguments: Arguments) throws(DatabaseError) {
        precondition(
            arguments.pairs.count == Int(sqlite3_bind_parameter_count(handle)),
            "Not one value a parameter: \(sql)"
        )
        var guess: Int32 = 0
        for (name, argument) in arguments.pairs {
            guess += 1
            let index = name.withUTF8Buffer { name in
                name.withMemoryRebound(to: CChar.self) { name in
                    omena_sqlite3_parameter(handle, name.baseAddress, guess)
                }
            }
            precondition(index > 0, "No parameter :\(name) in: \(sql)")
            guard bind(argument?.storedValue ?? .null, at: index) == SQLITE_OK else {
                throw error()
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
        case .real(let real): return sqlite3_bind_double(handle, index, real)
        case .text(var text):
            return text.withUTF8 { text in
                text.withMemoryRebound(to: CChar.self) { text in
                    omena_sqlite3_bind_text(handle, index, text.baseAddress, UInt64(text.count))
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes { bytes in
                omena_sqlite3_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }

    /// Runs on to the next row; false at the end.
    func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw error()
        }
    }

    /// The row that the last step came to.
    var row: Row { Row(statement: handle) }

    /// Makes it ready for the next time and forgets its values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The SQL as it was written, without values.
    private var sql: String { String(cString: sqlite3_sql(handle)) }

    private func error() -> DatabaseError { DatabaseError(handle: connection, sql: sql) }
}
