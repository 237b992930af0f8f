/// Some time of study, simulated day by day: what a desired retention costs, and what is remembered in the end.
///
/// The random numbers of a card are the same for every retention, so that results differ only by its effect.
package struct StudySimulation: Sendable {
    /// A card that has a memory already.
    package struct Card: Equatable, Sendable {
        package var memory: Memory
        /// When it was reviewed last, in days before the first one of the simulation.
        package var daysSinceReview: Double
        /// When it is due, in days from the first one; overdue cards are due on the first.
        package var due: Int

        package init(memory: Memory, daysSinceReview: Double, due: Int) {
            self.memory = memory
            self.daysSinceReview = daysSinceReview
            self.due = due
        }
    }

    package struct Outcome: Equatable, Sendable {
        package var reviews = 0.0
        package var seconds = 0.0
        /// How many cards would be recalled at the end: the sum of their probabilities.
        package var remembered = 0.0
    }

    fileprivate let model: MemoryModel
    fileprivate let habits: StudyHabits
    fileprivate let cards: [Card]
    fileprivate let unseen: Double
    fileprivate let scale: Double

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
        var run = Run(self, retention: retention, days: days)
        for day in 0..<max(days, 0) { run.study(day) }
        return run.outcome
    }
}

/// A simulation that is running.
private struct Run {
    private let simulation: StudySimulation
    private let intervalFactor: Double
    private let days: Int
    private var memories: [Memory]
    /// The day of each card's last review.
    private var reviewed: [Double]
    private var reviews: [Int]
    /// The first card that is due on each day, and for each card the next one due on its day, or −1: linked lists.
    private var firstDue: [Int]
    private var nextDue: [Int]
    /// Parts of cards that the limits left over.
    private var newLeft = 0.0
    private var reviewsLeft = 0.0
    private var unseen: Double
    private var count = 0
    private var seconds = 0.0

    init(_ simulation: StudySimulation, retention: Double, days: Int) {
        self.simulation = simulation
        self.days = days
        intervalFactor = simulation.model.intervalFactor(for: retention)
        unseen = simulation.unseen
        memories = simulation.cards.map { $0.memory }
        reviewed = simulation.cards.map { -$0.daysSinceReview }
        reviews = [Int](repeating: 0, count: simulation.cards.count)
        firstDue = [Int](repeating: -1, count: max(days, 0) + 1)
        nextDue = [Int](repeating: -1, count: simulation.cards.count)
        for (card, state) in simulation.cards.enumerated() { plan(card, on: max(state.due, 0)) }
    }

    mutating func study(_ day: Int) {
        let habits = simulation.habits
        reviewsLeft = min(reviewsLeft, 1) + Double(habits.reviewsPerDay) / simulation.scale
        var next = firstDue[day]
        while next >= 0 {
            let card = next
            next = nextDue[card]
            if reviewsLeft < 1 {
                plan(card, on: day + 1)
            } else {
                reviewsLeft -= 1
                review(card, on: day)
            }
        }
        newLeft = min(newLeft, 1) + Double(habits.newPerDay) / simulation.scale
        while newLeft >= 1, unseen >= 1 {
            newLeft -= 1
            unseen -= 1
            introduce(on: day)
        }
    }

    private mutating func review(_ card: Int, on day: Int) {
        let habits = simulation.habits
        let elapsed = max(Double(day) - reviewed[card], 0)
        let recall = simulation.model.retrievability(of: memories[card], after: elapsed)
        var random = random(of: card)
        let isRecalled = random.fraction() < recall
        let grade = random.grade(habits.passingGrades, from: .hard)
        let gap = max(Int(elapsed), 1)
        memories[card] = simulation.model.memory(
            memories[card],
            after: isRecalled ? grade : .again,
            days: gap
        )
        count += 1
        seconds += habits.secondsToReview
        if !isRecalled {
            // It is relearned on the same day.
            seconds += habits.secondsToRelearn
            memories[card] = simulation.model.memory(memories[card], after: .good, days: 0)
        }
        reviewed[card] = Double(day)
        planNext(card, after: day)
    }

    private mutating func introduce(on day: Int) {
        let card = memories.count
        var random = SplitMix64(seed: UInt64(card)).fork(0)
        let first = random.grade(simulation.habits.firstGrades, from: .again)
        memories.append(simulation.model.memory(afterFirst: first))
        reviewed.append(Double(day))
        reviews.append(1)
        nextDue.append(-1)
        count += 1
        seconds += simulation.habits.secondsToLearn
        planNext(card, after: day)
    }

    private mutating func random(of card: Int) -> SplitMix64 {
        reviews[card] += 1
        return SplitMix64(seed: UInt64(card)).fork(UInt64(reviews[card]))
    }

    private mutating func planNext(_ card: Int, after day: Int) {
        let interval = memories[card].stability * intervalFactor
        plan(card, on: day + (interval < Double(days) ? max(Int(interval.rounded()), 1) : days))
    }

    private mutating func plan(_ card: Int, on day: Int) {
        let day = min(day, days)
        nextDue[card] = firstDue[day]
        firstDue[day] = card
    }

    var outcome: StudySimulation.Outcome {
        var remembered = 0.0
        for card in memories.indices {
            remembered += simulation.model.retrievability(
                of: memories[card],
                after: max(Double(days) - reviewed[card], 0)
            )
        }
        return StudySimulation.Outcome(
            reviews: Double(count) * simulation.scale,
            seconds: seconds * simulation.scale,
            remembered: remembered * simulation.scale
        )
    }
}

extension SplitMix64 {
    /// A number from 0 up to 1.
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A grade drawn by the fractions of `first` and the better ones.
    fileprivate mutating func grade(_ fractions: [Double], from first: Grade) -> Grade {
        var rest = fraction()
        var grade = first.rawValue
        for fraction in fractions.dropLast() {
            rest -= fraction
            if rest < 0 { break }
            grade += 1
        }
        return Grade(rawValue: grade) ?? .good
    }
}
