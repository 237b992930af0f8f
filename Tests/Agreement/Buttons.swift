import Recall

/// The labels of the four buttons of the cards in the input, one per line; used by `Tests/Anki/test_buttons.py`.
///
/// The first line contains the moment in milliseconds, the minutes ahead of UTC, the hour at which days begin, and the 21
/// parameters. The numbers of a card are retention, stage, step, stability, difficulty, interval, reviews, lapses, last
/// review and last day, with `-` for missing ones. Intervals are not fuzzed.
enum Buttons {
    static func run() {
        guard let head = readLine().map(numbers), head.count == 3 + Parameters.count,
            let moment = head[0].map({ Int64($0) }), let offset = head[1].map({ Int($0) }),
            let rollover = head[2].map({ Int($0) }),
            let parameters = try? Parameters(head.dropFirst(3).compactMap { $0 })
        else { return print("The first line is invalid.") }
        let model = MemoryModel(parameters)
        while let line = readLine() {
            let card = numbers(line)
            guard card.count == 10, let retention = card[0], let state = state(card) else {
                return print("Invalid card: \(line)")
            }
            var rules = SchedulingRules(retention: retention)
            rules.usesFuzz = false
            rules.boundary = DayBoundary(rollover: rollover)
            let review = Scheduler.Review(moment: moment, offset: offset, seed: 0)
            let outcomes = Scheduler(model: model, rules: rules).outcomes(of: state, at: review)
            print(outcomes.map { text($0.delay(after: moment)) }.joined(separator: " "))
        }
    }

    private static func numbers(_ line: String) -> [Double?] {
        line.split(separator: " ").map { Double($0) }
    }

    private static func state(_ card: [Double?]) -> CardState? {
        let step = Int(card[2] ?? 0)
        let stages: [CardState.Stage] = [
            .new, .learning(step: step), .review, .relearning(step: step),
        ]
        guard let stage = card[1].map({ Int($0) }), stages.indices.contains(stage) else {
            return nil
        }
        var memory: Memory?
        if let stability = card[3], let difficulty = card[4] {
            memory = Memory(stability: stability, difficulty: difficulty)
        }
        return CardState(
            stage: stages[stage],
            memory: memory,
            due: nil,
            interval: Int(card[5] ?? 0),
            reviews: Int(card[6] ?? 0),
            lapses: Int(card[7] ?? 0),
            lastReview: card[8].map { Int64($0) },
            lastDay: card[9].map { Int($0) }
        )
    }

    private static func text(_ delay: CardState.Delay?) -> String {
        switch delay {
        case .seconds(let seconds): "\(seconds)s"
        case .days(let days): "\(days)d"
        case nil: "-"
        }
    }
}
