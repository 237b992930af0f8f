/// A parsed JSON value with its position in the source, so that unchanged parts can be written byte for byte.
///
/// Foundation's decoder preserves neither the order of members nor the digits of numbers.
package struct JSONNode: Sendable {
    /// In bytes of the source.
    package var range: Range<Int>
    package var value: Value

    package enum Value: Sendable {
        /// `null`, `true` or `false`, which no caller distinguishes.
        case word
        /// Nil if the number is not an `Int`.
        case number(Int?)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable {
        package var key: String
        /// The key with its quotes.
        var keyRange: Range<Int>
        package var value: JSONNode
    }
}

extension JSONNode {
    package var members: [Member]? {
        guard case .object(let members) = value else { return nil }
        return members
    }

    package var string: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    var integer: Int? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        for member in members where member.key == key { return member.value }
        return nil
    }
}
