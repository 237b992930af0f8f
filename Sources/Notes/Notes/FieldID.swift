package import Languages

/// Identifies a field of a note: by a number that its note type assigned, or by language.
///
/// Notes of languages have an open set of fields, which need no entry in the note type. Imported note types number their
/// fields from 1; for fields that are added later, see `NewNumber`.
package enum FieldID: Hashable, Sendable {
    case number(Int)
    case language(LanguageTag)

    package static let range = 1...999_999_999
}

extension FieldID: CustomStringConvertible {
    /// The stored form: `1`, `ja-Latn`.
    package var description: String {
        switch self {
        case .number(let number): String(number)
        case .language(let tag): tag.text
        }
    }

    /// Parses the exact form that `description` writes.
    package init?(_ text: some StringProtocol) { self.init(String(text)) }

    /// The same for a `String`, without copying it.
    package init?(_ text: String) {
        // No language tag begins with a digit.
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
    /// Numbers come first, then languages by tag.
    package static func < (left: FieldID, right: FieldID) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.language(let left), .language(let right)): left < right
        case (.number, .language): true
        case (.language, .number): false
        }
    }
}

extension FieldID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) {
        precondition(Self.range.contains(value), "no field has the number \(value)")
        self = .number(value)
    }
}

extension FieldID: Codable, CodingKeyRepresentable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { FieldID($0) }, orFailing: "names no field")
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    package var codingKey: any CodingKey { Key(stringValue: description) }

    package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
