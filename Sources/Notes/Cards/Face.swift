package import Languages

/// Which question of a note a card asks; note and face together identify a card outside the database.
package enum Face: Hashable, Sendable {
    /// The card of one template.
    case template(TemplateID)
    /// The card of one gap of a cloze text, counted from 1.
    case cloze(Int)
    /// Asks one language of a note and answers in another.
    case languages(from: LanguageTag, to: LanguageTag)
    /// Asks for a place on the map.
    case map
}

extension Face {
    /// Gaps with higher numbers share the card of this one, as in Anki.
    package static let highestCloze = 500

    /// Asks the first language of a pair and answers in the second.
    package init(_ pair: LanguagePair) {
        self = .languages(from: pair.from, to: pair.to)
    }
}

extension Face: CustomStringConvertible {
    /// The stored and transmitted form: `1`, `c1`, `en>ja-Latn`, `map`.
    package var description: String {
        switch self {
        case .template(let id): "\(id)"
        case .cloze(let number): "c\(number)"
        case .languages(let from, let to): "\(from)>\(to)"
        case .map: "map"
        }
    }

    /// Parses the exact form that `description` writes, so that every face has only one text.
    package init?(_ text: some StringProtocol) { self.init(String(text)) }

    /// The same, compiled for strings alone, because each answer names its card by one.
    package init?(_ text: String) {
        if let separator = text.utf8.firstIndex(of: UInt8(ascii: ">")) {
            let (first, second) = (
                String(text[..<separator]), String(text[text.utf8.index(after: separator)...])
            )
            guard let from = LanguageTag(first), let to = LanguageTag(second), from != to,
                from.text == first, to.text == second
            else { return nil }
            self = .languages(from: from, to: to)
        } else if text == "map" {
            self = .map
        } else if let id = TemplateID(text) {
            self = .template(id)
        } else {
            guard text.utf8.first == UInt8(ascii: "c"),
                let number = Int(text.dropFirst()),
                (1...Self.highestCloze).contains(number), text == "c\(number)"
            else { return nil }
            self = .cloze(number)
        }
    }
}

extension Face: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { Face($0) }, orFailing: "is not a face")
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
