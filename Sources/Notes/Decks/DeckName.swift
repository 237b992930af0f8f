package import Languages

/// The name of a deck and of the decks that contain it: `Languages::Finnish` is inside `Languages`.
package struct DeckName: Hashable, Sendable {
    package static let maximumDepth = 20
    /// The maximum size of a name in bytes, all levels together.
    package static let maximumLength = 500

    /// The names from the outermost deck to this one; never empty, and composed (NFC).
    package let levels: [String]

    /// Parses a name and trims every level; nil if a level is empty, or the name too long or too deep.
    ///
    /// Colons at the end of a level are trimmed too, because they would be ambiguous before the next `::`.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2 * Self.maximumLength else { return nil }
        self.init(levels: Self.levels(of: String(text)))
    }

    private init?(levels: [String]) {
        guard (1...Self.maximumDepth).contains(levels.count),
            levels.allSatisfy({ level in
                !level.isEmpty && level.unicodeScalars.allSatisfy { !$0.isControl }
            })
        else { return nil }
        self.levels = levels
        guard text.utf8.count <= Self.maximumLength else { return nil }
    }

    /// Whether something of each level can be seen.
    ///
    /// Names that a learner gives must be visible; files may bring others.
    package var isVisible: Bool { !levels.contains(where: \.visible.isEmpty) }

    /// What is wrong with a text that is not a name, or not a visible one, and what to do about it.
    package static func flaw(of text: String) -> Phrase {
        guard !text.visible.isEmpty else { return "Enter a name for the deck." }
        let levels = Self.levels(of: text)
        if levels.contains(where: \.visible.isEmpty) {
            return "A part of this name is empty. Remove the extra “::”."
        }
        if levels.contains(where: { $0.unicodeScalars.contains(where: \.isControl) }) {
            return "This name has a line break or another control character. Remove it."
        }
        return levels.count > maximumDepth
            ? "Decks can’t be nested this deeply. Choose a shorter name."
            : "This name is too long. Shorten it."
    }

    /// The levels with `::` between them.
    package var text: String { levels.joined(separator: "::") }

    /// As a learner reads it: `Languages › Finnish`.
    package var title: String { Self.title(of: levels) }

    package static func title(of levels: some Sequence<String>) -> String {
        levels.map(localized).joined(separator: " › ")
    }

    /// As a form shows it, where it can be changed: `Languages::Finnish`.
    package var shown: String {
        levels.map(Self.localized).joined(separator: "::")
    }

    /// The name that a learner made of the one shown; levels that they left alone, or moved, stay as they are.
    ///
    /// - Parameter language: The one in which it was shown.
    package func renamed(_ shown: String, in language: InterfaceLanguage) -> DeckName? {
        guard let name = DeckName(shown) else { return nil }
        let seen = InterfaceLanguage.withCurrent(language) { levels.map(Self.localized) }
        return DeckName(
            levels: name.levels.enumerated().map { depth, new in
                let candidates = Array(zip(seen, levels))
                let sorted = candidates.dropFirst(depth).prefix(1) + candidates
                return sorted.first { $0.0 == new }?.1 ?? new
            }
        )
    }

    /// The name of a starter deck in the interface's language; any other name is the learner's.
    private static func localized(_ level: String) -> String {
        switch level {
        case "First questions": say("First questions")
        case "First words": say("First words")
        default: level
        }
    }

    /// The same for names that differ only in case or Unicode normalization; unique among the decks of a library.
    package var key: String { text.caseFolded }

    /// The name of the innermost level.
    package var last: String { levels[levels.count - 1] }

    package var parent: DeckName? { DeckName(levels: levels.dropLast()) }

    /// The decks that contain this one, outermost first.
    package var ancestors: [DeckName] {
        levels.indices.dropFirst().compactMap { DeckName(levels: Array(levels[..<$0])) }
    }

    /// Whether `other` is this deck or inside it.
    package func includes(_ other: DeckName) -> Bool {
        other.key == key || other.key.isInside(key)
    }

    /// Its name once a deck that includes it has another one; nil if that is too long or too deep.
    package func moved(from old: DeckName, to new: DeckName) -> DeckName? {
        DeckName(levels: new.levels + levels.dropFirst(old.levels.count))
    }

    /// Splits by bytes, because a combining mark after `::` would merge with the colon into another character.
    private static func levels(of text: String) -> [String] {
        let (bytes, colon) = (text.utf8, UInt8(ascii: ":"))
        var levels: [Substring] = []
        var (start, index) = (bytes.startIndex, bytes.startIndex)
        while let first = bytes[index...].firstIndex(of: colon) {
            index = bytes.index(after: first)
            guard index < bytes.endIndex, bytes[index] == colon else { continue }
            levels.append(text[start..<first])
            index = bytes.index(after: index)
            start = index
        }
        levels.append(text[start...])
        return levels.map { level in
            var level = String(level).trimmed.composed
            while level.utf8.last == colon {
                level.unicodeScalars.removeLast()
                level = level.trimmed
            }
            return level
        }
    }
}

extension DeckName: CustomStringConvertible {
    package var description: String { text }
}
