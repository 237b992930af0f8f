public import Languages

/// Which question of a note a card asks; note and face together name a card everywhere outside the database.
public enum Face: Hashable, Sendable {
    /// The card of one template, by the template's stable id.
    case template(TemplateID)
    /// The card of one gap of a cloze text, from 1.
    case cloze(Int)
    /// Asks one language of a note and answers in another.
    case languages(from: LanguageTag, to: LanguageTag)
    /// Asks for a place on the map.
    case map
}

extension Face {
    /// The highest number of a gap: all above it share its card, as in Anki.
    public static let highestCloze = 500

    /// Asks the first language of a pair and answers in the second.
    public init(_ pair: LanguagePair) {
        self = .languages(from: pair.from, to: pair.to)
    }
}

extension Face: CustomStringConvertible {
    /// As it is stored and sent: `1`, `c1`, `en>ja-Latn`, `map`.
    public var description: String {
        switch self {
        case .template(let id): "\(id)"
        case .cloze(let number): "c\(number)"
        case .languages(let from, let to): "\(from)>\(to)"
        case .map: "map"
        }
    }

    /// Reads what `description` writes, in that spelling alone: every face has one text.
    public init?(_ text: some StringProtocol) {
        if let id = TemplateID(text) {
            self = .template(id)
        } else if text == "map" {
            self = .map
        } else if text.first == "c", let number = Int(text.dropFirst()),
            (1...Self.highestCloze).contains(number)
        {
            self = .cloze(number)
        } else {
            let sides = text.split(separator: ">", omittingEmptySubsequences: false)
            guard sides.count == 2, let from = LanguageTag(sides[0]),
                let to = LanguageTag(sides[1]), from != to
            else { return nil }
            self = .languages(from: from, to: to)
        }
        guard description == text else { return nil }
    }
}
