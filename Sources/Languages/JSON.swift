/// A JSON text as it was written: members keep their order, and numbers their digits.
///
/// Foundation's decoder keeps neither, and a string catalog must come back as it was.
enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The digits as written.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Hashable, Sendable {
        var key: String
        var value: JSON
    }
}

extension JSON {
    /// The members of an object.
    var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of the first member of that name.
    subscript(key: String) -> JSON? { members?.first { $0.key == key }?.value }
}
