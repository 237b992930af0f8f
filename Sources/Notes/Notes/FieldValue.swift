/// What one field of one note holds.
public struct FieldValue: Hashable, Sendable {
    /// Who wrote a value.
    public enum Origin: String, Codable, Sendable {
        /// A person: typed here, or imported.
        case typed
        /// A machine: translated or transliterated, and perhaps wrong.
        case made
    }

    /// What the field holds.
    public var text: String
    /// How the text is said, in Latin or kana.
    public var pronunciation: String?
    /// Who wrote it.
    public var origin: Origin
    /// How far a translation is, in the words of string catalogs: `new`, `translated`, `needs_review`, `stale`.
    public var state: String?
    /// What another program kept with the value and we do not use, as JSON text.
    public var extras: String?

    /// A value; unless told otherwise text that somebody typed, and nothing else.
    public init(
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

    /// A value; unless told otherwise text that somebody typed, and nothing else.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        text = try values.decode(String.self, forKey: .text)
        pronunciation = try values.decodeIfPresent(String.self, forKey: .pronunciation)
        origin = try values.decodeIfPresent(Origin.self, forKey: .origin) ?? .typed
        state = try values.decodeIfPresent(String.self, forKey: .state)
        extras = try values.decodeIfPresent(String.self, forKey: .extras)
    }

    /// Leaves out what is as usual: most values are text that somebody typed, and nothing else.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(text, forKey: .text)
        try values.encodeIfPresent(pronunciation, forKey: .pronunciation)
        if origin != .typed { try values.encode(origin, forKey: .origin) }
        try values.encodeIfPresent(state, forKey: .state)
        try values.encodeIfPresent(extras, forKey: .extras)
    }
}
