import Recall

/// How many reviews the native engine schedules, for the benchmark that sets the browser's beside it.
enum Speed {
    static let cards = 4_096

    /// Reviews all cards over and over, each when it is due; says what they come to, so that nothing can be left out.
    static func run(reviews: UInt32) {
        let scheduler = Scheduler()
        var chance = Chance(7)
        var cards = [CardState](repeating: .new, count: cards)
        var stability = 0.0
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<Int(reviews) / cards.count {
                for place in cards.indices {
                    // Nine in ten are remembered.
                    let grade: Grade = chance.next(below: 10) == 0 ? .again : .good
                    let moment = cards[place].due ?? 1_700_000_000_000
                    let review = Scheduler.Review(moment: moment, offset: 0, seed: UInt64(place))
                    cards[place] = scheduler.answer(grade, to: cards[place], at: review)
                }
            }
            for card in cards { stability += card.memory?.stability ?? 0 }
        }
        print(time / .seconds(1), stability)
    }
}
