/// A parsed JSON value with the position of each part, so that unchanged parts of a file can be written back byte for byte.
///
/// Unlike `JSONValue` it keeps the order of members and the digits of numbers.
package struct JSONNode: Sendable {
    /// The bytes of the value.
    package var range: Range<Int>
    package var value: Value

    package enum Value: Sendable {
        case null
        case boolean(Bool)
        /// Nil unless it is a whole number that `Int` can hold.
        case number(Int?)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable {
        package var key: String
        /// The bytes of the key and its quotes.
        package var keyRange: Range<Int>
        package var value: JSONNode
    }
}

extension JSONNode {
    package var members: [Member]? {
        guard case .object(let members) = value else { return nil }
        return members
    }

    package var elements: [JSONNode]? {
        guard case .array(let elements) = value else { return nil }
        return elements
    }

    package var isNull: Bool { if case .null = value { true } else { false } }

    package var string: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    /// A whole number.
    package var integer: Int? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    package subscript(key: String) -> JSONNode? {
        members?.first { $0.key == key }?.value
    }
}
