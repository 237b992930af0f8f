/// How many more cards several limits allow, each of which counts some of the cards.
package struct CardLimits: Equatable, Sendable {
    /// How many more cards each limit allows.
    package private(set) var remaining: [Int]

    package init(_ remaining: [Int]) { self.remaining = remaining.map { max($0, 0) } }

    /// How many more cards are allowed that count towards some of the limits, given by their indices.
    package func remaining(towards limits: [Int]) -> Int {
        limits.reduce(.max) { min($0, remaining[$1]) }
    }

    /// Counts a card; false, and nothing changes, if one of its limits allows no more.
    package mutating func take(towards limits: [Int]) -> Bool {
        guard remaining(towards: limits) > 0 else { return false }
        for limit in limits { remaining[limit] -= 1 }
        return true
    }
}
