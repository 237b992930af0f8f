import JSON

/// The type of a value in the API: it validates values, and is written into the OpenAPI document.
indirect enum APISchema: Sendable {
    case string
    /// The decimal digits of a note's, deck's, event's or change's id.
    case id
    case boolean
    case integer(ClosedRange<Int>?)
    case number(ClosedRange<Double>?)
    /// One of these words.
    case choice([String])
    case list(APISchema, ClosedRange<Int>? = nil)
    /// An object with any members, all of one type.
    case map(APISchema)
    case object([Member])
    case orNull(APISchema)
    /// A schema that the document names.
    case named(String)

    struct Member: Sendable {
        let name: String
        let schema: APISchema
        let isRequired: Bool
        let summary: String

        static func member(_ name: String, _ schema: APISchema, _ summary: String = "") -> Member {
            Member(name: name, schema: schema, isRequired: true, summary: summary)
        }

        static func optional(
            _ name: String,
            _ schema: APISchema,
            _ summary: String = ""
        ) -> Member {
            Member(name: name, schema: schema, isRequired: false, summary: summary)
        }
    }
}

// MARK: - Validation

extension APISchema {
    /// Why a value does not conform, in one line; nil if it does.
    func flaw(in value: JSONValue, called name: String) -> String? {
        let isValid: Bool
        switch (self, value) {
        case (.string, .string), (.boolean, .boolean): isValid = true
        case (.id, .string(let text)): isValid = Self.isID(text)
        case (.integer(let range), .integer(let integer)):
            isValid = range?.contains(Int(integer)) ?? true
        case (.number(let range), _):
            isValid = value.real.map { range?.contains($0) ?? true } ?? false
        case (.choice(let words), .string(let text)): isValid = words.contains(text)
        case (.list(let schema, let count), .list(let elements)):
            guard count?.contains(elements.count) ?? true else { return mismatch(name) }
            return elements.enumerated().lazy.compactMap { index, element in
                schema.flaw(in: element, called: "\(name)[\(index)]")
            }.first
        case (.map(let schema), .object(let members)):
            return members.sorted { $0.key < $1.key }.lazy.compactMap { key, member in
                schema.flaw(in: member, called: "\(name).\(key)")
            }.first
        case (.object(let known), .object(let members)):
            return Self.flaw(in: members, of: known, called: name)
        case (.orNull, .null): isValid = true
        case (.orNull(let schema), _): return schema.flaw(in: value, called: name)
        case (.named(let schema), _):
            return API.schemas[schema]?.flaw(in: value, called: name)
        default: isValid = false
        }
        return isValid ? nil : mismatch(name, not: value)
    }

    private static func flaw(
        in members: [String: JSONValue],
        of known: [Member],
        called name: String
    ) -> String? {
        for member in known {
            let path = name == API.body ? member.name : "\(name).\(member.name)"
            guard let value = members[member.name] else {
                if member.isRequired { return "\(path) is missing." }
                continue
            }
            if let flaw = member.schema.flaw(in: value, called: path) { return flaw }
        }
        let names = Set(known.map(\.name))
        guard let unknown = members.keys.sorted().first(where: { !names.contains($0) }) else {
            return nil
        }
        return "\(name) has an unknown member “\(unknown.prefix(40))”."
    }

    private func mismatch(_ name: String, not value: JSONValue? = nil) -> String {
        let given: String =
            switch value {
            case .string(let text)?: ", not “\(text.prefix(40))”"
            case .integer(let integer)?: ", not \(integer)"
            default: ""
            }
        return "\(name) must be \(words)\(given)."
    }

    /// What is expected, in words.
    private var words: String {
        switch self {
        case .string: "text"
        case .id: "an id, which is decimal digits as text"
        case .boolean: "true or false"
        case .integer(let range?): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .integer(nil): "a whole number"
        case .number(let range?): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .number(nil): "a number"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .list(_, let count?): "a list of \(count.lowerBound) to \(count.upperBound) elements"
        case .list: "a list"
        case .map, .object, .named: "an object"
        case .orNull(let schema): "\(schema.words), or null"
        }
    }

    private static func isID(_ text: String) -> Bool {
        guard let value = Int64(text) else { return false }
        return value > 0 && String(value) == text
    }

    /// Parses a value in an address.
    func value(of text: String) -> JSONValue {
        switch self {
        case .integer: Int64(text).map { .integer($0) } ?? .string(text)
        case .boolean: text == "true" ? true : text == "false" ? false : .string(text)
        default: .string(text)
        }
    }
}

// MARK: - OpenAPI

extension APISchema {
    /// The JSON Schema.
    var document: JSONValue {
        switch self {
        case .string: return ["type": "string"]
        case .id: return ["type": "string", "pattern": "^[1-9][0-9]{0,18}$"]
        case .boolean: return ["type": "boolean"]
        case .integer(let range):
            return Self.document("integer", range.map { ($0.lowerBound, $0.upperBound) }) {
                .integer(Int64($0))
            }
        case .number(let range):
            return Self.document("number", range.map { ($0.lowerBound, $0.upperBound) }) {
                .number($0)
            }
        case .choice(let words):
            return ["type": "string", "enum": .list(words.map { .string($0) })]
        case .list(let schema, let count):
            var members: [String: JSONValue] = ["type": "array", "items": schema.document]
            if let count {
                members["minItems"] = .integer(Int64(count.lowerBound))
                members["maxItems"] = .integer(Int64(count.upperBound))
            }
            return .object(members)
        case .map(let schema):
            return ["type": "object", "additionalProperties": schema.document]
        case .object(let members): return Self.document(members)
        case .orNull(let schema): return ["anyOf": [schema.document, ["type": "null"]]]
        case .named(let name): return ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    private static func document<Bound>(
        _ type: String,
        _ range: (Bound, Bound)?,
        _ value: (Bound) -> JSONValue
    ) -> JSONValue {
        guard let range else { return ["type": .string(type)] }
        return [
            "type": .string(type), "minimum": value(range.0), "maximum": value(range.1),
        ]
    }

    private static func document(_ members: [Member]) -> JSONValue {
        let properties = members.map { member in
            var document = member.schema.document
            if !member.summary.isEmpty, case .object(var parts) = document {
                parts["description"] = .string(member.summary)
                document = .object(parts)
            }
            return (member.name, document)
        }
        return [
            "type": "object",
            "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
            "required": .list(members.filter(\.isRequired).map { .string($0.name) }),
            "additionalProperties": false,
        ]
    }
}
