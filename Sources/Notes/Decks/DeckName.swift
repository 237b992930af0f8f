/// What a deck is called: `Languages::Finnish` lies in `Languages`.
public struct DeckName: Hashable, Sendable {
    /// How deep decks may nest.
    public static let maximumDepth = 20
    /// The most bytes a name may have, all levels together.
    public static let maximumLength = 500

    /// The names from the outermost deck to this one; never empty, and composed (NFC).
    public let levels: [String]

    /// Reads a name, trimming every level; nil where a level is empty, or the name too long or too deep.
    ///
    /// Colons at the end of a level go too: before the next `::` nobody could tell which of them are whose.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2 * Self.maximumLength else { return nil }
        self.init(levels: Self.levels(of: text))
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

    /// The levels with `::` between them.
    public var text: String { levels.joined(separator: "::") }

    /// The same for names that differ in case alone, or in how their accents were stored: no two decks of a library share it.
    public var key: String { text.caseFolded }

    /// The name of the innermost level.
    public var last: String { levels[levels.count - 1] }

    /// The deck that this one lies in.
    public var parent: DeckName? { DeckName(levels: levels.dropLast()) }

    /// The decks that this one lies in, outermost first.
    public var ancestors: [DeckName] {
        levels.indices.dropFirst().compactMap { DeckName(levels: Array(levels[..<$0])) }
    }

    /// Whether the other deck is this one or lies somewhere inside it.
    public func includes(_ other: DeckName) -> Bool {
        other.key == key || other.key.hasPrefix(key + "::")
    }

    /// Splits by scalars, not by characters: a combining mark after `::` would make another character of its colon.
    private static func levels(of text: some StringProtocol) -> [String] {
        var levels: [String.UnicodeScalarView] = [.init()]
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == ":", rest.first == ":" {
                rest.removeFirst()
                levels.append(.init())
            } else {
                levels[levels.count - 1].append(scalar)
            }
        }
        return levels.map { level in
            var level = String(level).trimmed.composed
            while level.unicodeScalars.last == ":" {
                level.unicodeScalars.removeLast()
                level = level.trimmed
            }
            return level
        }
    }
}

extension DeckName: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
