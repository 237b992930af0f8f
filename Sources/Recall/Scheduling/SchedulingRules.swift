/// What a learner may settle about schedules; the rest is the memory model's.
package struct SchedulingRules: Equatable, Sendable {
    /// How likely a card should be recalled when it comes due.
    package var retention: Double
    /// The steps of cards that are new.
    package var learning: Steps
    /// The steps of cards that were forgotten.
    package var relearning: Steps
    /// Whether a card may come back on the same day after the last step, if its memory is weak.
    ///
    /// Where there are no steps at all it always may.
    package var goesOnAfterSteps: Bool
    /// The longest interval, in days.
    package var longestInterval: Int
    /// Whether intervals are varied a little, so that cards learned together part.
    package var varies: Bool
    /// After how many lapses a card is a leech, and half as many again each further time; 0 for never.
    package var leechLapses: Int
    /// Where a day ends.
    package var boundary: DayBoundary

    /// Takes what is settled, as most learners leave it.
    package init(
        retention: Double = 0.9,
        learning: Steps = .learning,
        relearning: Steps = .relearning,
        goesOnAfterSteps: Bool = false,
        longestInterval: Int = 36_500,
        varies: Bool = true,
        leechLapses: Int = 8,
        boundary: DayBoundary = DayBoundary()
    ) {
        self.retention = retention
        self.learning = learning
        self.relearning = relearning
        self.goesOnAfterSteps = goesOnAfterSteps
        self.longestInterval = longestInterval
        self.varies = varies
        self.leechLapses = leechLapses
        self.boundary = boundary
    }

    /// Whether a card that was just forgotten for the `lapses`th time gives more trouble than it is worth.
    package func isLeech(lapses: Int) -> Bool {
        guard leechLapses > 0, lapses >= leechLapses else { return false }
        return (lapses - leechLapses) % ((leechLapses + 1) / 2) == 0
    }
}
