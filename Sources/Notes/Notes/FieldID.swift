public import Languages

/// Names a field of a note: by a number that its note type gave out, or by the language it is written in.
///
/// Notes of languages have an open set of fields, so these need no entry in the note type; that of all other notes
/// numbers its fields from 1, and never gives a number again.
public enum FieldID: Hashable, Sendable {
    case number(Int)
    case language(LanguageTag)

    /// How high numbers go.
    public static let range = 1...999_999_999
}

extension FieldID: CustomStringConvertible {
    /// As it is stored: `1`, `ja-Latn`.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .language(let tag): tag.text
        }
    }

    /// Reads what `description` writes, in that spelling alone.
    public init?(_ text: some StringProtocol) { self.init(String(text)) }

    /// The same of a string, of which nothing is copied.
    public init?(_ text: String) {
        // No language begins with a digit.
        if let first = text.utf8.first, first <= UInt8(ascii: "9") {
            guard let number = Int(text), Self.range.contains(number), String(number) == text else {
                return nil
            }
            self = .number(number)
        } else {
            guard let tag = LanguageTag(text), tag.text == text else { return nil }
            self = .language(tag)
        }
    }
}

extension FieldID: Comparable {
    /// Numbers first, then languages by their tags.
    public static func < (left: FieldID, right: FieldID) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.language(let left), .language(let right)): left < right
        case (.number, .language): true
        case (.language, .number): false
        }
    }
}

extension FieldID: ExpressibleByIntegerLiteral {
    /// A number that is known to be in range.
    public init(integerLiteral value: Int) {
        precondition(Self.range.contains(value), "no field has the number \(value)")
        self = .number(value)
    }
}

extension FieldID: Codable, CodingKeyRepresentable {
    /// The key that a dictionary is written with.
    public var codingKey: any CodingKey { Key(stringValue: description) }

    /// Reads the key that a dictionary is written with.
    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = FieldID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text.prefix(80))” names no field."
            )
        }
        self = id
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
