internal import JSON

/// A message to or from a model.
struct ChatMessage: Encodable, Hashable {
    enum Role: String, Encodable { case system, user, assistant }

    var role: Role
    var content: String
}

/// A chat completion request that all compatible servers understand.
struct ChatRequest {
    let model: String
    let messages: [ChatMessage]
    /// The schema of the answer; nil for free text.
    let schema: JSONSchema?
    var maximumTokens = 800

    var json: [UInt8] { JSONCoding.bytes(of: self) }
}

extension ChatRequest: Encodable {
    private enum Key: String, CodingKey {
        case model, messages, temperature, maximumTokens = "max_tokens", stream
        case format = "response_format"
    }

    /// The nested form, because servers silently ignore the flat one.
    private struct Format: Encodable {
        struct Named: Encodable {
            let name = "word"
            let strict = true
            let schema: JSONSchema
        }

        enum CodingKeys: String, CodingKey { case type, named = "json_schema" }

        let type = "json_schema"
        let named: Named
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(model, forKey: .model)
        try values.encode(messages, forKey: .messages)
        try values.encode(0.2, forKey: .temperature)
        try values.encode(maximumTokens, forKey: .maximumTokens)
        try values.encode(schema != nil, forKey: .stream)
        try values.encodeIfPresent(
            schema.map { Format(named: Format.Named(schema: $0)) },
            forKey: .format
        )
    }
}

/// A JSON schema, limited to what all servers support.
indirect enum JSONSchema: Encodable, Hashable {
    case text
    case choice([String])
    case list(JSONSchema, count: Int)
    case object([String: JSONSchema])

    private enum Key: String, CodingKey {
        case type, choice = "enum", items, minItems, maxItems, properties, required
        case additionalProperties
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .text: try values.encode("string", forKey: .type)
        case .choice(let words):
            try values.encode("string", forKey: .type)
            try values.encode(words, forKey: .choice)
        case .list(let items, let count):
            try values.encode("array", forKey: .type)
            try values.encode(items, forKey: .items)
            try values.encode(count, forKey: .minItems)
            try values.encode(count, forKey: .maxItems)
        case .object(let properties):
            try values.encode("object", forKey: .type)
            try values.encode(properties, forKey: .properties)
            try values.encode(properties.keys.sorted(), forKey: .required)
            try values.encode(false, forKey: .additionalProperties)
        }
    }
}
