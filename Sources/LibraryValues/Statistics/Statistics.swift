/// What a learner did and knows: the figures of the statistics page, the API and the command line.
///
/// Days are the learner's own, each by the UTC offset that an answer was given at, so that no journey moves a day already
/// lived. Practice counts as work, never as recall.
package struct Statistics: Hashable, Sendable {
    /// One day on which something was answered.
    package struct Day: Hashable, Sendable {
        /// Days since 1970.
        package var number: Int
        package var reviews = 0
        package var practice = 0
        /// Time spent, at most a minute for each answer.
        package var milliseconds = 0

        package init(number: Int) { self.number = number }

        package var answers: Int { reviews + practice }
    }

    /// How many of some reviews were recalled: the first of each card on a day that came a day or more after the one before.
    package struct Retention: Hashable, Sendable {
        package var recalled = 0
        package var count = 0

        package init() {}

        /// From 0 to 1; nil without reviews.
        package var rate: Double? { count == 0 ? nil : Double(recalled) / Double(count) }

        /// Where the rate lies with 95 % certainty, given that few.
        package var interval: ClosedRange<Double>? {
            guard let rate else { return nil }
            // Wilson's interval.
            let (z, n) = (1.96, Double(count))
            let middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
            let spread =
                z * ((rate * (1 - rate) + z * z / (4 * n)) / n).squareRoot() / (1 + z * z / n)
            return max(middle - spread, 0)...min(middle + spread, 1)
        }

        package static func + (left: Retention, right: Retention) -> Retention {
            var sum = left
            sum.recalled += right.recalled
            sum.count += right.count
            return sum
        }
    }

    /// How far a card had come when it was answered, by the interval before the answer.
    package enum Maturity: Int, CaseIterable, Sendable {
        /// Less than a day.
        case learning
        case young
        /// 21 days or more.
        case mature
    }

    /// How many cards are in each state now; a note that has no card yet counts as one new card.
    package struct States: Hashable, Sendable {
        package var new = 0
        package var learning = 0
        package var relearning = 0
        package var young = 0
        package var mature = 0
        package var suspended = 0
        package var buried = 0

        package init() {}
    }

    /// The learner's present day.
    package var today: Int
    /// The first day that was asked for; nil for all.
    package var first: Int?
    /// The days with answers from then on, in order.
    package var days: [Day] = []
    /// Of young and of mature cards.
    package var retention: [Maturity: Retention] = [:]
    /// How often each grade was given, from again to easy.
    package var grades: [Maturity: [Int]] = [:]
    package var states = States()
    /// How many notes are due today, and on each of the next 29 days.
    package var forecast: [Int] = []
    /// The retention that the learner has chosen.
    package var target: Double

    package init(today: Int, first: Int?, target: Double) {
        self.today = today
        self.first = first
        self.target = target
    }

    package var totalRetention: Retention {
        retention.values.reduce(Retention()) { $0 + $1 }
    }

    /// What was done today.
    package var day: Day { days.last { $0.number == today } ?? Day(number: today) }
}

/// Which cards statistics are about.
package enum StatisticsScope: Hashable, Sendable {
    case library
    /// A deck with those inside it, by its name.
    case deck(String)
    case search(String)
}

/// How far statistics look back.
package enum StatisticsRange: String, CaseIterable, Sendable {
    case month
    case quarter
    case year
    case all

    /// How many days; nil for all.
    package var days: Int? {
        switch self {
        case .month: 30
        case .quarter: 90
        case .year: 365
        case .all: nil
        }
    }
}
