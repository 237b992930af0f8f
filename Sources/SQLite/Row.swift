import CSQLite

/// One row of a result, valid until the next step.
///
/// Columns are counted from 0. Types are not checked here, because the tables are `STRICT`.
@usableFromInline
package struct Row: ~Copyable {
    let statement: OpaquePointer

    package var columnCount: Int32 { sqlite3_column_count(statement) }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// The integer in the column; 0 for NULL.
    package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The integer in the column; 0 for NULL.
    package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    package func bool(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }

    /// The number in the column; 0 for NULL.
    package func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// The text in the column, with U+FFFD for invalid UTF-8; empty for NULL.
    package func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes in the column; empty for NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    package func value(_ column: Int32) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    package var count: Int32 { sqlite3_column_count(statement) }

    /// Passes the bytes of a text or blob to `body` without copying them.
    package func withBytes<Result>(
        _ column: Int32,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    package func int64OrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    package func doubleOrNil(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

    package func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
