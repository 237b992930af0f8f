/// A JSON text taken apart, with the place of each part in it: what nobody changes can be written as it was.
///
/// Foundation's decoder keeps neither the order of members nor the digits of numbers.
package struct JSONNode: Sendable {
    /// Where the value stands, in bytes.
    package var range: Range<Int>
    package var value: Value

    package enum Value: Sendable {
        /// `null`, `true`, `false` or a number: nobody here asks which.
        case word
        case number(Int?)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable {
        package var key: String
        /// Where the key stands, with its quotes.
        package var keyRange: Range<Int>
        package var value: JSONNode
    }
}

extension JSONNode {
    /// The members of an object.
    package var members: [Member]? {
        guard case .object(let members) = value else { return nil }
        return members
    }

    /// The text of a string.
    package var string: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    /// A whole number.
    var integer: Int? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    /// The value of the member of that name.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        for member in members where member.key == key { return member.value }
        return nil
    }
}
