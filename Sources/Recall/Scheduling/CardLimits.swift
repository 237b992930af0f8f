/// How many more cards several limits allow: the last one counts all cards, and each other one some of them.
package struct CardLimits: Equatable, Sendable {
    /// How many more cards each limit allows.
    private var remaining: [Int]

    package init(_ remaining: [Int]) { self.remaining = remaining.map { max($0, 0) } }

    /// Whether no more cards are allowed, whatever they count towards.
    package var areUsedUp: Bool { remaining.last == 0 }

    /// How many more cards are allowed that count towards some of the limits, given by their positions.
    package func remaining(towards positions: [Int]) -> Int {
        positions.reduce(.max) { min($0, remaining[$1]) }
    }

    /// Counts a card; false, and nothing changes, if one of its limits allows no more.
    package mutating func take(towards positions: [Int]) -> Bool {
        guard remaining(towards: positions) > 0 else { return false }
        for position in positions { remaining[position] -= 1 }
        return true
    }
}
