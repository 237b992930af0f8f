internal import FoundationEssentials

/// One thing that was said to a model, or by it.
struct ChatMessage: Encodable, Hashable {
    enum Role: String, Encodable { case system, user, assistant }

    var role: Role
    var content: String
}

/// What a model is asked, in the form that every such server reads.
struct ChatRequest {
    let model: String
    let messages: [ChatMessage]
    /// The form of the answer; nil where any will do.
    let schema: Schema?
    var maximumTokens = 800

    /// What is sent.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, whole numbers and one finite fraction can always be written.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}

extension ChatRequest: Encodable {
    private enum Key: String, CodingKey {
        case model, messages, temperature, maximumTokens = "max_tokens", stream
        case format = "response_format"
    }

    /// The nested shape: servers pass over the flat one without a word, and answer as they like.
    private struct Format: Encodable {
        struct Named: Encodable {
            let name = "word"
            let strict = true
            let schema: Schema
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

/// The form of an answer, as far as all servers can hold a model to one.
indirect enum Schema: Encodable, Hashable {
    case text
    case choice([String])
    case list(Schema, count: Int)
    case object([String: Schema])

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
