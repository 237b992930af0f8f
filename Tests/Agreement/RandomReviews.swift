import Recall

/// Cards of random learners, reviewed at random moments with random grades, and all that their buttons show.
struct RandomReviews {
    static let cards = 20

    private var random: RandomNumbers
    private(set) var digest = Digest()

    init(_ number: UInt32) {
        random = RandomNumbers(number)
        let scheduler = scheduler()
        for _ in 0..<Self.cards { study(scheduler) }
    }

    private mutating func unit() -> Double { Double(random.next()) * 0x1p-32 }

    /// The default scheduler for one learner in four; random ones otherwise, some of them with invalid settings.
    private mutating func scheduler() -> Scheduler {
        guard random.next(below: 4) > 0 else { return Scheduler() }
        let values = Parameters.default.values.map { $0 * (0.5 + unit()) }
        var rules = SchedulingRules(retention: 0.7 + 0.29 * unit())
        rules.maximumInterval = Int(1 + random.next(below: 40_000))
        rules.usesFuzz = random.next(below: 2) == 1
        rules.allowsSameDayAfterSteps = random.next(below: 2) == 1
        rules.leechThreshold = Int(random.next(below: 10))
        rules.boundary = DayBoundary(rollover: Int(random.next(below: 24)))
        rules.learning = steps()
        rules.relearning = steps()
        guard let parameters = try? Parameters(values) else { return Scheduler() }
        return Scheduler(model: MemoryModel(parameters), rules: rules)
    }

    private mutating func steps() -> Steps {
        Steps(seconds: (0..<random.next(below: 4)).map { _ in Int(random.next(below: 100_000)) })
    }

    private mutating func study(_ scheduler: Scheduler) {
        let (low, high) = (random.next(), random.next())
        let offset = Int(random.next(below: 1_600) - 800)
        var moment: Int64 = 1_700_000_000_000
        var card = CardState.new
        for _ in 0..<1 + random.next(below: 20) {
            let load = (0..<random.next(below: 3) * 30).map { _ in Int(random.next(below: 50)) }
            let review = Scheduler.Review(
                moment: moment,
                offset: offset,
                seed: UInt64(high) << 32 | UInt64(low),
                load: load.isEmpty ? nil : ReviewLoad(counts: load)
            )
            let outcomes = scheduler.outcomes(of: card, at: review)
            for outcome in outcomes {
                for number in numbers(of: outcome) { digest.add(number) }
                switch outcome.delay(after: moment) {
                case .seconds(let seconds): add(Double(seconds), 0)
                case .days(let days): add(Double(days), 1)
                case nil: add(.nan, 0)
                }
            }
            card = outcomes[Int(random.next(below: 4))]
            if let memory = card.memory {
                let days = unit() * 100
                digest.add(scheduler.model.retrievability(of: memory, after: days))
            }
            let due = card.due ?? moment
            moment =
                random.next(below: 4) == 0 ? moment + Int64(random.next(below: 100_000_000)) : due
        }
        // Scheduling without the buttons gives the same state.
        let grade = random.next(below: 6)
        let review = Scheduler.Review(
            moment: moment,
            offset: offset,
            seed: UInt64(high) << 32 | UInt64(low)
        )
        if let grade = Grade(rawValue: UInt8(grade)) {
            card = scheduler.answer(grade, to: card, at: review)
        }
        for number in numbers(of: card) { digest.add(number) }
    }

    private mutating func add(_ amount: Double, _ unit: Double) {
        digest.add(amount)
        digest.add(unit)
    }

    private func numbers(of card: CardState) -> [Double] {
        let (stage, step): (Double, Int) =
            switch card.stage {
            case .new: (0, 0)
            case .learning(let step): (1, step)
            case .review: (2, 0)
            case .relearning(let step): (3, step)
            }
        return [
            stage, Double(step), card.memory?.stability ?? .nan, card.memory?.difficulty ?? .nan,
            card.due.map { Double($0) } ?? .nan, Double(card.interval), Double(card.reviews),
            Double(card.lapses),
            card.lastReview.map { Double($0) } ?? .nan, card.lastDay.map { Double($0) } ?? .nan,
        ]
    }
}
