internal import Languages

/// The sign on a deck's tile: one emoji, letter or digit.
package struct DeckIcon: Hashable, Codable, Sendable {
    package let text: String

    /// The longest emoji, a family or a flag of a region, has fewer bytes.
    private static let mostBytes = 64

    /// Nil unless the text is a single visible character.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes, let sign = text.first, text.count == 1,
            sign.isLetter || sign.isNumber || sign.isSymbol || sign.isPunctuation
        else { return nil }
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        self = try decoder.parsed(by: { DeckIcon($0) }, orFailing: "is not a single character")
    }

    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
