@testable import Recall

/// The counters that a learner sees.
struct Score: Equatable {
    var round: Int
    var total: Int
    var answered: Int
    var remembered: Int
    var missed: Int
}

extension Session {
    /// The cards from the top down.
    var stack: [Int] {
        Array(sequence(first: 0) { $0 + 1 }.lazy.map(card(at:)).prefix { $0 != nil }).compactMap(
            \.self
        )
    }

    var score: Score {
        Score(
            round: round,
            total: total,
            answered: answered,
            remembered: remembered,
            missed: missed
        )
    }
}
