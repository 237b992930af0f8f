import CSQLite

/// One row of a result, to be read at once: it cannot be kept.
///
/// Columns are counted from 0. Readers do not check types: the tables do (`STRICT`).
public struct Row: ~Copyable {
    let statement: OpaquePointer

    /// Whether the column holds nothing.
    public func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// The integer in the column; 0 where it holds nothing.
    public func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The integer in the column; 0 where it holds nothing.
    public func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    /// Whether the integer in the column is not 0.
    public func bool(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }

    /// The number in the column; 0 where it holds nothing.
    public func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// The text in the column, with U+FFFD for bytes that are no UTF-8; empty where it holds nothing.
    public func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes in the column; none where it holds nothing.
    public func bytes(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// What the column holds, whatever that is.
    func value(_ column: Int32) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    /// How many columns there are.
    var count: Int32 { sqlite3_column_count(statement) }

    /// Lends the bytes of a text or blob without copying them.
    public func withBytes<Result>(
        _ column: Int32,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// The integer in the column, if it holds one.
    public func int64OrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    /// The number in the column, if it holds one.
    public func doubleOrNil(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

    /// The text in the column, if it holds one.
    public func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
