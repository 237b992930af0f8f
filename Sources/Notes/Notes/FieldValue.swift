package struct FieldValue: Hashable, Sendable {
    package enum Origin: String, Codable, Sendable {
        /// Typed by a person, or imported.
        case typed
        /// Translated or transliterated automatically, and possibly wrong.
        case generated = "made"
    }

    package var text: String
    /// The pronunciation in Latin script or kana.
    package var pronunciation: String?
    package var origin: Origin
    /// The state of a translation in a string catalog: `new`, `translated`, `needs_review`, `stale`.
    package var state: String?
    /// Another program's data about the value that Omena does not use, as JSON.
    package var extras: String?

    package init(
        _ text: String,
        pronunciation: String? = nil,
        origin: Origin = .typed,
        state: String? = nil,
        extras: String? = nil
    ) {
        self.text = text
        self.pronunciation = pronunciation
        self.origin = origin
        self.state = state
        self.extras = extras
    }
}

extension FieldValue: Codable {
    private enum Key: String, CodingKey {
        case text, pronunciation, origin, state, extras
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        text = try values.decode(String.self, forKey: .text)
        pronunciation = try values.decodeIfPresent(String.self, forKey: .pronunciation)
        origin = try values.decodeIfPresent(Origin.self, forKey: .origin) ?? .typed
        state = try values.decodeIfPresent(String.self, forKey: .state)
        extras = try values.decodeIfPresent(String.self, forKey: .extras)
    }

    /// Omits defaults, because most values are typed text and nothing else.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(text, forKey: .text)
        try values.encodeIfPresent(pronunciation, forKey: .pronunciation)
        if origin != .typed { try values.encode(origin, forKey: .origin) }
        try values.encodeIfPresent(state, forKey: .state)
        try values.encodeIfPresent(extras, forKey: .extras)
    }
}
