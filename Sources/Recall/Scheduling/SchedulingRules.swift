/// The learner's settings for scheduling.
package struct SchedulingRules: Equatable, Sendable {
    /// The probability of recall at which a card is due.
    package var retention: Double
    /// The steps of new cards.
    package var learning: Steps
    /// The steps of forgotten cards.
    package var relearning: Steps
    /// Whether a card with a weak memory can return on the same day after its last step.
    ///
    /// If there are no steps at all, it always can.
    package var allowsSameDayAfterSteps: Bool
    /// In days.
    package var maximumInterval: Int
    /// Whether intervals are varied slightly, so that cards learned together drift apart.
    package var usesFuzz: Bool
    /// The number of lapses that makes a card a leech, and again after every further half of it; 0 for never.
    package var leechThreshold: Int
    package var boundary: DayBoundary

    /// The defaults suit most learners.
    package init(
        retention: Double = 0.9,
        learning: Steps = .learning,
        relearning: Steps = .relearning,
        allowsSameDayAfterSteps: Bool = false,
        maximumInterval: Int = 36_500,
        usesFuzz: Bool = true,
        leechThreshold: Int = 8,
        boundary: DayBoundary = DayBoundary()
    ) {
        self.retention = retention
        self.learning = learning
        self.relearning = relearning
        self.allowsSameDayAfterSteps = allowsSameDayAfterSteps
        self.maximumInterval = maximumInterval
        self.usesFuzz = usesFuzz
        self.leechThreshold = leechThreshold
        self.boundary = boundary
    }

    /// Whether a card becomes a leech, or is reported again, with its `lapses`th lapse.
    package func isLeech(lapses: Int) -> Bool {
        guard leechThreshold > 0, lapses >= leechThreshold else { return false }
        return (lapses - leechThreshold) % ((leechThreshold + 1) / 2) == 0
    }
}
