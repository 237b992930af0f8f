/// One way through a stack of cards: what was dealt, and the grades given so far.
struct Round: Equatable, Sendable {
    /// The cards in the order in which they are shown, the first on top.
    private(set) var cards: [Int]

    /// The grades of the first cards, as many as are answered.
    private(set) var grades: [Grade] = []

    /// How many of the grades say that a card was not remembered.
    private(set) var misses = 0

    /// Chance as this deal left it; the next round is dealt with it, and so again the same after an undo.
    let chance: SplitMix64

    init(shuffling cards: [Int], with chance: SplitMix64) {
        self.cards = cards
        var chance = chance
        chance.shuffle(&self.cards)
        self.chance = chance
    }

    var isOver: Bool { grades.count == cards.count }

    var missed: [Int] {
        zip(cards, grades).filter { !$0.1.isRemembered }.map { $0.0 }
    }

    mutating func answer(_ grade: Grade) {
        grades.append(grade)
        if !grade.isRemembered { misses += 1 }
    }

    mutating func takeBack() {
        if !grades.removeLast().isRemembered { misses -= 1 }
    }
}
