import CSQLite

/// A compiled statement; its connection keeps it for the next time.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// Where the names are that were bound last: looking for them takes longer than binding.
    private var places: [(name: UnsafePointer<UInt8>?, place: Int32)] = []

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
        checkCount(values.count)
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    /// Each parameter has to have one value: anything else is the programmer's mistake.
    func checkCount(_ count: Int) {
        precondition(
            count == Int(sqlite3_bind_parameter_count(handle)),
            "Not one value a parameter: \(sql)"
        )
    }

    /// Gives every parameter its value; one that is left out or not there is the programmer's mistake.
    func bind(_ arguments: Arguments) throws(DatabaseError) {
        checkCount(arguments.pairs.count)
        if places.count != arguments.pairs.count {
            places = Array(repeating: (nil, 0), count: arguments.pairs.count)
        }
        try arguments.pairs.withUnsafeBufferPointer { pairs throws(DatabaseError) in
            for pair in pairs.indices {
                let name = pairs[pair].0
                // The same line of the program gives the same names in the same order each time.
                if places[pair].name != name.utf8Start {
                    places[pair] = (name.utf8Start, place(of: name))
                }
                let value = pairs[pair].1?.storedValue ?? .null
                try bind(value, at: places[pair].place)
            }
        }
    }

    private func place(of name: StaticString) -> Int32 {
        let place = sqlite3_bind_parameter_index(handle, ":\(name)")
        precondition(place > 0, "No parameter :\(name) in: \(sql)")
        return place
    }

    /// Gives one parameter its value; the first is 1.
    func bind(_ value: Value, at index: Int32) throws(DatabaseError) {
        guard code(ofBinding: value, at: index) == SQLITE_OK else { throw error() }
    }

    /// Gives the parameters the values of the row that another statement has come to.
    func bindRow(of other: Statement) throws(DatabaseError) {
        checkCount(other.columnCount)
        for place in 0..<Int32(other.columnCount) {
            let value = sqlite3_column_value(other.handle, place)
            guard sqlite3_bind_value(handle, place + 1, value) == SQLITE_OK else { throw error() }
        }
    }

    /// How many columns its rows have.
    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    private func code(ofBinding value: Value, at index: Int32) -> Int32 {
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
