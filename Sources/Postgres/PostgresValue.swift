/// A value that is sent to PostgreSQL or comes from it.
package enum PostgresValue: Hashable, Sendable {
    case null
    /// A `bigint`, `integer`, `smallint` or `boolean`.
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

extension PostgresValue {
    /// The number of PostgreSQL's type for a parameter; 0 where the statement says it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .integer: 20
        case .text: 25
        case .bytes: 17
        }
    }

    /// The value in PostgreSQL's binary form; nil for `NULL`.
    var content: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }

    /// Reads a value in binary form.
    init(_ content: UnsafeRawBufferPointer, ofType type: UInt32) throws(PostgresError) {
        switch type {
        case 16, 20, 21, 23:
            guard 1...8 ~= content.count else { throw .unreadable("a number is malformed") }
            var number: Int64 = content[0] >= 0x80 ? -1 : 0
            for byte in content { number = number << 8 | Int64(byte) }
            self = .integer(number)
        case 17: self = .bytes(Array(content))
        // text, varchar, name, char
        case 25, 1043, 19, 18, 705:
            guard let text = String(validating: content, as: UTF8.self) else {
                throw .unreadable("a text is not UTF-8")
            }
            self = .text(text)
        default: throw .unreadable("a column has the unknown type \(type)")
        }
    }
}

package struct PostgresRow: Hashable, Sendable {
    package let values: [PostgresValue]

    package init(_ values: [PostgresValue]) { self.values = values }

    /// The integer of a column; 0 for anything else.
    package func int64(_ column: Int) -> Int64 { int64OrNil(column) ?? 0 }

    package func int64OrNil(_ column: Int) -> Int64? {
        guard values.indices.contains(column), case .integer(let number) = values[column] else {
            return nil
        }
        return number
    }

    /// The text of a column; empty for anything else.
    package func text(_ column: Int) -> String { textOrNil(column) ?? "" }

    package func textOrNil(_ column: Int) -> String? {
        guard values.indices.contains(column), case .text(let text) = values[column] else {
            return nil
        }
        return text
    }

    /// The bytes of a column; empty for anything else.
    package func bytes(_ column: Int) -> [UInt8] {
        guard values.indices.contains(column), case .bytes(let bytes) = values[column] else {
            return []
        }
        return bytes
    }
}

/// What a statement has returned.
package struct PostgresResult: Hashable, Sendable {
    package let rows: [PostgresRow]
    /// How many rows the statement has inserted, updated, deleted or returned.
    package let count: Int
}
