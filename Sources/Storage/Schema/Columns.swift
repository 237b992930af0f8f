internal import JSON
package import Notes
package import Recall
package import SQLite

// How the model's types are bound to a statement and read from a row.

extension NoteID: Bindable {}
extension DeckID: Bindable {}
extension NoteTypeID: Bindable {}
extension ChangeID: Bindable {}
extension EventID: Bindable {}
extension ImportedFileID: Bindable {}
extension NoteGUID: Bindable {}
extension WordType: Bindable {}
extension Grade: Bindable {}
extension Mode: Bindable {}

extension Moment: Bindable {
    package var storedValue: Value { .integer(milliseconds) }
}

extension Face: Bindable {
    package var storedValue: Value { .text(description) }
}

extension MediaHash: Bindable {
    package var storedValue: Value { .blob(bytes) }
}

extension Row {
    func id<ID: Identifier>(_ column: Int32, as: ID.Type = ID.self) -> ID {
        ID(rawValue: int64(column))
    }

    /// The face of a card; throws if the column contains something else.
    func face(_ column: Int32) throws -> Face {
        guard let face = Face(text(column)) else { throw StorageError.unreadable("card", "face") }
        return face
    }

    func moment(_ column: Int32) -> Moment { Moment(milliseconds: int64(column)) }

    /// The integer in the column, limited to the numbers that the column may hold.
    func int(_ column: Int32, within limits: ClosedRange<Int>) -> Int {
        min(max(int(column), limits.lowerBound), limits.upperBound)
    }

    func int64(_ column: Int32, within limits: ClosedRange<Int64>) -> Int64 {
        min(max(int64(column), limits.lowerBound), limits.upperBound)
    }

    func intOrNil(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

    func momentOrNil(_ column: Int32) -> Moment? { isNull(column) ? nil : moment(column) }
}

/// A value that is stored as JSON in one column.
package enum StoredJSON {
    package static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }

    /// Nil if the text is not valid.
    package static func read<Stored: Decodable>(_ text: String, as type: Stored.Type) -> Stored? {
        try? JSONCoding.decode(type, from: text.utf8)
    }

    static func read<Stored: Decodable>(
        _ row: borrowing Row,
        _ column: Int32,
        as type: Stored.Type,
        in location: (table: StaticString, column: StaticString)
    ) throws -> Stored {
        try row.withBytes(column) { try read($0, as: type, in: location) }
    }

    static func read<Stored: Decodable>(
        _ text: UnsafeRawBufferPointer,
        as type: Stored.Type,
        in location: (table: StaticString, column: StaticString)
    ) throws -> Stored {
        do {
            return try JSONCoding.decode(type, from: text)
        } catch {
            throw StorageError.unreadable(location.table, location.column)
        }
    }
}

extension Connection {
    /// Whether a query has a result.
    func hasRow(_ sql: StaticString, _ arguments: StatementArguments = [:]) throws -> Bool {
        try row(sql, arguments) { _ in true } ?? false
    }
}

/// IDs as a JSON array, which SQLite reads as a table.
func jsonArray(of ids: [some Identifier]) -> String { jsonArray(of: ids.lazy.map(\.rawValue)) }

/// The same with numbers.
func jsonArray(of numbers: some Collection<Int64>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(20 * numbers.count + 2)
    for number in numbers {
        text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
        text.append(digitsOf: number)
    }
    return text.isEmpty ? "[]" : String(decoding: text, as: UTF8.self) + "]"
}
