import LibraryValues
import Notes

/// Decks by their nesting.
struct DeckTree {
    /// With more decks than these, subdecks are collapsed at first.
    static let mostUnfolded = 24

    struct Branch {
        let deck: DeckSummary
        /// The name without the parent deck's.
        let title: String
        let subdecks: [Branch]
    }

    /// The outermost decks, by name.
    let branches: [Branch]
    /// All decks, by name.
    let decks: [DeckSummary]

    /// The outermost decks that have notes.
    var studied: [DeckSummary] { branches.map(\.deck).filter { $0.notes > 0 } }

    /// A session over all decks; nil if there are no notes.
    var source: Source? {
        let studied = studied
        return studied.count > 1 ? .all : studied.first.map { Source(deck: $0.name) }
    }

    init(_ decks: [DeckSummary]) {
        self.decks = decks
        let names = decks.map { DeckName($0.name) }
        var indices: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            if let name { indices[name.key] = index }
        }
        var subdecks: [Int?: [(index: Int, depth: Int)]] = [:]
        for (index, name) in names.enumerated() {
            let parent = name?.ancestors.last { indices[$0.key] != nil }
            subdecks[parent.flatMap { indices[$0.key] }, default: []]
                .append((index, parent?.levels.count ?? 0))
        }
        func branches(in parent: Int?) -> [Branch] {
            (subdecks[parent] ?? []).map { index, depth in
                Branch(
                    deck: decks[index],
                    title: names[index].map { DeckName.title(of: $0.levels.dropFirst(depth)) }
                        ?? decks[index].name,
                    subdecks: branches(in: index)
                )
            }
        }
        self.branches = branches(in: nil)
    }
}

/// A deck's name as a learner reads it: `Languages › Finnish`.
func deckTitle(_ name: String) -> String { DeckName(name)?.title ?? name }
