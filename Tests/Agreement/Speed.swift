import Recall

/// Measures how many reviews the native engine schedules, for the comparison with the browser's engine.
enum Speed {
    static let cards = 4_096

    /// Reviews all cards repeatedly, each when it is due, and prints the sum of the stabilities so that nothing is optimised away.
    static func run(reviews: UInt32) {
        let scheduler = Scheduler()
        var random = RandomNumbers(7)
        var cards = [CardState](repeating: .new, count: cards)
        var stability = 0.0
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<Int(reviews) / cards.count {
                for index in cards.indices {
                    // Nine in ten are remembered.
                    let grade: Grade = random.next(below: 10) == 0 ? .again : .good
                    let moment = cards[index].due ?? 1_700_000_000_000
                    let review = Scheduler.Review(moment: moment, offset: 0, seed: UInt64(index))
                    cards[index] = scheduler.answer(grade, to: cards[index], at: review)
                }
            }
            for card in cards { stability += card.memory?.stability ?? 0 }
        }
        print(time / .seconds(1), stability)
    }
}
