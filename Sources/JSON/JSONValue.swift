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
    /// How deep lists and objects may be nested; decoding takes time in the cube of it.
    package static let maximumDepth = 32

    /// Parses JSON; nil if it is invalid, or nested too deeply.
    package init?(_ json: some Collection<UInt8>) {
        guard Self.isShallow(json),
            let value = try? JSONCoding.decode(JSONValue.self, from: json)
        else { return nil }
        self = value
    }

    private static func isShallow(_ json: some Collection<UInt8>) -> Bool {
        var depth = 0
        var (isInText, isEscaped) = (false, false)
        for byte in json {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                guard depth <= maximumDepth else { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }

    /// The JSON text, with sorted members.
    package var json: String { String(decoding: JSONCoding.bytes(of: self), as: UTF8.self) }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSONValue].self) {
            self = .list(elements)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

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
