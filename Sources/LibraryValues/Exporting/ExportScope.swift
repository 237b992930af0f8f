package import Notes

/// Which notes are exported.
package enum ExportScope: Sendable {
    case all
    /// A deck and those inside it.
    case deck(DeckName)
    /// Those that a query finds.
    case found(String)

    package var isWhole: Bool { if case .all = self { true } else { false } }

    /// Whether all notes of a deck are exported.
    package func includes(_ deck: Deck) -> Bool {
        switch self {
        case .all: true
        case .deck(let name): name.includes(deck.name)
        case .found: false
        }
    }
}
