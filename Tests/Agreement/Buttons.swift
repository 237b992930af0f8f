import Recall

/// What the four buttons of given cards show, without variation, for tests that set them beside another program's.
///
/// A line in: stage, step, stability, difficulty, due, interval, reviews, lapses, last review, last day, the moment and
/// the minutes ahead of UTC, and the hour at which a day begins; `-` where there is none. A line out: seconds (`600s`) or days (`4d`) for each grade.
enum Buttons {
    static func run() {
        while let line = readLine() {
            let numbers = line.split(separator: " ").map { Double($0) }
            guard numbers.count == 13, let moment = numbers[10], let offset = numbers[11],
                let rollover = numbers[12]
            else {
                preconditionFailure("Thirteen numbers are a card: \(line)")
            }
            let scheduler = Scheduler(
                rules: SchedulingRules(
                    varies: false,
                    boundary: DayBoundary(rollover: Int(rollover))
                )
            )
            let review = Scheduler.Review(
                moment: Int64(moment),
                offset: Int(offset),
                seed: 0
            )
            let outcomes = scheduler.outcomes(of: card(numbers), at: review)
            print(outcomes.map { show($0, after: Int64(moment)) }.joined(separator: " "))
        }
    }

    private static func card(_ numbers: [Double?]) -> CardState {
        func whole(_ place: Int) -> Int { Int(numbers[place] ?? 0) }
        let stage: CardState.Stage =
            switch whole(0) {
            case 1: .learning(step: whole(1))
            case 2: .review
            case 3: .relearning(step: whole(1))
            default: .new
            }
        return CardState(
            stage: stage,
            memory: numbers[2].map { Memory(stability: $0, difficulty: numbers[3] ?? 1) },
            due: numbers[4].map { Int64($0) },
            interval: whole(5),
            reviews: whole(6),
            lapses: whole(7),
            lastReview: numbers[8].map { Int64($0) },
            lastDay: numbers[9].map { Int($0) }
        )
    }

    private static func show(_ outcome: CardState, after moment: Int64) -> String {
        switch outcome.delay(after: moment) {
        case .seconds(let seconds): "\(seconds)s"
        case .days(let days): "\(days)d"
        case nil: "-"
        }
    }
}
