/// Some time of study, simulated day by day: what a desired retention costs, and what is remembered in the end.
///
/// The random numbers of a card are the same for every retention, so that results differ only by its effect.
package struct StudySimulation: Sendable {
    /// A card that has a memory already.
    package struct Card: Equatable, Sendable {
        package fileprivate(set) var memory: Memory
        /// When it was reviewed last, in days before the first one of the simulation.
        package var daysSinceReview: Double { -reviewed }
        /// When it is due, in days from the first one; overdue cards are due on the first.
        package let due: Int

        /// The day of its last review.
        fileprivate var reviewed: Double
        /// How many reviews it has had in the simulation.
        fileprivate var reviews = 0
        /// The next card that is due on the same day, or −1: a linked list, which needs no memory for each day.
        fileprivate var next = -1

        package init(memory: Memory, daysSinceReview: Double, due: Int) {
            self.memory = memory
            self.due = due
            reviewed = -daysSinceReview
        }
    }

    package struct Outcome: Equatable, Sendable {
        package var reviews = 0.0
        package var seconds = 0.0
        /// How many cards would be recalled at the end: the sum of their probabilities.
        package var remembered = 0.0

        package init() {}
    }

    private let model: MemoryModel
    private let habits: StudyHabits
    private let scale: Double
    private var cards: [Card]
    private var unseen: Double
    /// The first card that is due on each day, or −1.
    private var firstDue: [Int] = []
    private var intervalFactor = 1.0
    /// Parts of cards that the limits left over.
    private var newLeft = 0.0
    private var reviewsLeft = 0.0
    private var outcome = Outcome()

    /// - Parameters:
    ///   - cards: A sample of the cards that have a memory.
    ///   - unseen: How many cards of the library are new.
    ///   - scale: How many cards of the library each simulated one stands for.
    package init(
        model: MemoryModel,
        habits: StudyHabits,
        cards: [Card],
        unseen: Int,
        scale: Double
    ) {
        self.model = model
        self.habits = habits
        self.cards = cards
        self.scale = max(scale, 1)
        self.unseen = Double(max(unseen, 0)) / self.scale
    }

    package func outcome(at retention: Double, days: Int) -> Outcome {
        var copy = self
        return copy.study(for: max(days, 0), at: retention)
    }
}

extension StudySimulation {
    private mutating func study(for days: Int, at retention: Double) -> Outcome {
        intervalFactor = model.intervalFactor(for: retention)
        // What is due later is on the list of a day that does not come.
        firstDue = [Int](repeating: -1, count: days + 1)
        for card in cards.indices { plan(card, on: max(cards[card].due, 0)) }
        for day in 0..<days { study(day) }
        for card in cards {
            outcome.remembered += model.retrievability(
                of: card.memory,
                after: max(Double(days) - card.reviewed, 0)
            )
        }
        outcome.reviews *= scale
        outcome.seconds *= scale
        outcome.remembered *= scale
        return outcome
    }

    private mutating func study(_ day: Int) {
        reviewsLeft = min(reviewsLeft, 1) + Double(habits.reviewsPerDay) / scale
        var next = firstDue[day]
        while next >= 0 {
            let card = next
            next = cards[card].next
            if reviewsLeft < 1 {
                plan(card, on: day + 1)
            } else {
                reviewsLeft -= 1
                review(card, on: day)
            }
        }
        newLeft = min(newLeft, 1) + Double(habits.newPerDay) / scale
        while newLeft >= 1, unseen >= 1 {
            newLeft -= 1
            unseen -= 1
            introduce(on: day)
        }
    }

    private mutating func review(_ card: Int, on day: Int) {
        let elapsed = max(Double(day) - cards[card].reviewed, 0)
        let recall = model.retrievability(of: cards[card].memory, after: elapsed)
        cards[card].reviews += 1
        var random = SplitMix64(seed: UInt64(card)).fork(UInt64(cards[card].reviews))
        let isRecalled = random.fraction() < recall
        let grade = random.grade(habits.passingGrades)
        var memory = model.memory(
            cards[card].memory,
            after: isRecalled ? grade : .again,
            days: max(Int(elapsed), 1)
        )
        outcome.reviews += 1
        outcome.seconds += habits.secondsToReview
        if !isRecalled {
            // It is relearned on the same day.
            outcome.seconds += habits.secondsToRelearn
            memory = model.memory(memory, after: .good, days: 0)
        }
        cards[card].memory = memory
        cards[card].reviewed = Double(day)
        planNext(card, after: day)
    }

    private mutating func introduce(on day: Int) {
        var random = SplitMix64(seed: UInt64(cards.count)).fork(0)
        let memory = model.memory(afterFirst: random.grade(habits.firstGrades))
        cards.append(Card(memory: memory, daysSinceReview: -Double(day), due: day))
        outcome.reviews += 1
        outcome.seconds += habits.secondsToLearn
        planNext(cards.count - 1, after: day)
    }

    private mutating func planNext(_ card: Int, after day: Int) {
        let interval = cards[card].memory.stability * intervalFactor
        let end = firstDue.count - 1
        plan(card, on: day + (interval < Double(end) ? max(Int(interval.rounded()), 1) : end))
    }

    private mutating func plan(_ card: Int, on day: Int) {
        let day = min(day, firstDue.count - 1)
        cards[card].next = firstDue[day]
        firstDue[day] = card
    }
}

extension SplitMix64 {
    /// A number from 0 up to 1.
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A grade drawn by the fractions of again, hard, good and easy.
    fileprivate mutating func grade(_ fractions: SIMD4<Double>) -> Grade {
        let draw = fraction()
        if draw < fractions[0] { return .again }
        if draw < fractions[0] + fractions[1] { return .hard }
        return draw < fractions[0] + fractions[1] + fractions[2] ? .good : .easy
    }
}
