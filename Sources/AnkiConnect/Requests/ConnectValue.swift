internal import JSON

/// A JSON value whose members keep their order.
package enum ConnectValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([ConnectValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: ConnectValue

        package init(_ name: String, _ value: ConnectValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of an object; nil where it is missing or null.
    package subscript(_ name: String) -> ConnectValue? {
        guard case .object(let members) = self,
            let value = members.first(where: { $0.name == name })?.value, value != .null
        else { return nil }
        return value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var elements: [ConnectValue]? {
        switch self {
        case .list(let elements): elements
        // Lua writes an empty list as an object.
        case .object(let members) where members.isEmpty: []
        default: nil
        }
    }

    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// A whole number, which some programs write as a string.
    package var id: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }
}

extension ConnectValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: ConnectValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, ConnectValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}

extension ConnectValue {
    /// Parses JSON.
    ///
    /// - Throws: Why it is not valid, or too large.
    package init(json bytes: [UInt8]) throws(ConnectError) {
        guard bytes.count(where: Self.mayBeginPart) <= Self.mostParts else {
            throw ConnectError("the request has too many parts")
        }
        do {
            self.init(try JSONReader.read(bytes), in: bytes)
        } catch {
            throw ConnectError(
                "can't decode the request: it is not JSON, whose names and texts are in double quotes "
                    + "(line \(error.line) column \(error.column))"
            )
        }
    }

    /// Each part of a request takes some hundred bytes of memory.
    private static let mostParts = 4_000_000

    /// Whether a part may begin after this byte, which may also be inside a text.
    private static func mayBeginPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }

    private init(_ node: JSONNode, in bytes: [UInt8]) {
        switch node.value {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let whole?): self = .integer(Int64(whole))
        case .number(nil):
            let number = Double(String(decoding: bytes[node.range], as: UTF8.self)) ?? .nan
            if let whole = Int64(exactly: number) {
                self = .integer(whole)
            } else {
                self = number.isFinite ? .number(number) : .null
            }
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map { ConnectValue($0, in: bytes) })
        case .object(let members):
            self = .object(members.map { Member($0.key, ConnectValue($0.value, in: bytes)) })
        }
    }

    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.write(json: "null")
        case .boolean(let boolean): writer.write(json: boolean ? "true" : "false")
        case .integer(let integer): writer.write(integer)
        case .number(let number): writer.write(orNull: number)
        case .string(let text): writer.write(text)
        case .list(let elements): writer.array(elements) { $1.write(to: &$0) }
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.name(member.name)
                    member.value.write(to: &writer)
                }
            }
        }
    }

    /// As Python prints it, shortened, for error messages that programs know.
    var printed: String {
        switch self {
        case .null: "None"
        case .boolean(let boolean): boolean ? "True" : "False"
        case .string(let text): "'\(text.prefix(80))'"
        default: String(String(decoding: json, as: UTF8.self).prefix(80))
        }
    }
}
