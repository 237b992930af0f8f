import LibraryValues
import Notes

/// Decks by their nesting.
struct DeckTree {
    /// A deck with its subdecks.
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
                    title: names[index].map {
                        $0.levels.dropFirst(depth).joined(separator: "::")
                    } ?? decks[index].name,
                    subdecks: branches(in: index)
                )
            }
        }
        self.branches = branches(in: nil)
    }
}
