/// Any JSON value.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Written as null unless it is finite, because JSON has no other numbers.
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// A member of an object; nil where it is missing or null.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else {
            return nil
        }
        return value
    }

    /// Whether an object has a member, even if it is null.
    package func has(_ name: String) -> Bool {
        guard case .object(let members) = self else { return false }
        return members[name] != nil
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var whole: Int? {
        guard case .integer(let integer) = self else { return nil }
        return Int(clamping: integer)
    }

    package var real: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    package var isTrue: Bool { self == .boolean(true) }

    /// Empty where it is not a list.
    package var elements: [JSONValue] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// Empty where it is not an object.
    package var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }
}

extension JSONValue {
    /// How deep lists and objects may be nested; neither Anki nor the API comes near.
    package static let maximumDepth = 32

    /// Parses JSON; nil if it is invalid, or nested too deeply.
    package init?(_ json: some Collection<UInt8>) {
        let value = try? JSONReader.readWhole(Array(json)) { reader throws(JSONError) in
            reader.maximumDepth = Self.maximumDepth
            return try reader.jsonValue(depth: 0)
        }
        guard let value else { return nil }
        self = value
    }

    /// The JSON text, with sorted members.
    package var json: String { String(decoding: JSONCoding.bytes(of: self), as: UTF8.self) }
}

extension JSONReader {
    fileprivate mutating func jsonValue(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try jsonMembers(depth: depth + 1))
        case UInt8(ascii: "["):
            return .list(
                try elements(depth: depth + 1) { reader throws(JSONError) in
                    try reader.jsonValue(depth: depth + 1)
                }
            )
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try jsonNumber()
        }
    }

    /// The first of members with the same name counts.
    private mutating func jsonMembers(depth: Int) throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        try forEachMember(depth: depth) { name, _, reader throws(JSONError) in
            let value = try reader.jsonValue(depth: depth)
            if members[name] == nil { members[name] = value }
        }
        return members
    }

    /// Whole numbers may be written as `1.0` or `1e2`.
    private mutating func jsonNumber() throws(JSONError) -> JSONValue {
        let start = position
        if let integer = Self.integer(try number()) { return .integer(integer) }
        position = start
        let number = try double()
        guard number.isFinite else { throw error(.missingValue) }
        return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .boolean(let boolean): try value.encode(boolean)
        case .integer(let integer): try value.encode(integer)
        case .number(let number):
            if number.isFinite { try value.encode(number) } else { try value.encodeNil() }
        case .string(let text): try value.encode(text)
        case .list(let elements): try value.encode(elements)
        case .object(let members): try value.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
