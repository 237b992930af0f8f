import LibraryValues
import Notes

/// Decks as they lie in one another.
struct DeckTree {
    /// One deck and those directly inside it.
    struct Branch {
        let deck: DeckSummary
        /// What it is called where it lies: the whole name, without that of the deck around it.
        let title: String
        let inside: [Branch]
    }

    /// The decks that lie in no other, by name.
    let branches: [Branch]
    /// All decks, by name.
    let decks: [DeckSummary]

    init(_ decks: [DeckSummary]) {
        self.decks = decks
        let names = decks.map { DeckName($0.name) }
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() {
            if let name { places[name.key] = place }
        }
        var inside: [Int?: [(place: Int, depth: Int)]] = [:]
        for (place, name) in names.enumerated() {
            let around = name?.ancestors.last { places[$0.key] != nil }
            inside[around.flatMap { places[$0.key] }, default: []]
                .append((place, around?.levels.count ?? 0))
        }
        func branches(in place: Int?) -> [Branch] {
            (inside[place] ?? []).map { place, depth in
                Branch(
                    deck: decks[place],
                    title: names[place].map {
                        $0.levels.dropFirst(depth).joined(separator: "::")
                    } ?? decks[place].name,
                    inside: branches(in: place)
                )
            }
        }
        self.branches = branches(in: nil)
    }
}
