/// How a learner answers and how long that takes: what a simulation has to know beside the memory.
package struct Habits: Hashable, Sendable {
    /// The shares of again, hard, good and easy among first answers.
    package var firstGrades: [Double]
    /// The shares of hard, good and easy among answers that were remembered.
    package var rememberedGrades: [Double]
    /// Seconds that a first answer takes, with the steps of its day.
    package var secondsToLearn: Double
    /// Seconds that an answer takes that is remembered.
    package var secondsToRecall: Double
    /// Seconds that a forgotten card takes, with learning it again.
    package var secondsToRelearn: Double

    /// What is usual among learners.
    package init(
        firstGrades: [Double] = [0.24, 0.09, 0.49, 0.18],
        rememberedGrades: [Double] = [0.1, 0.8, 0.1],
        secondsToLearn: Double = 35,
        secondsToRecall: Double = 8,
        secondsToRelearn: Double = 30
    ) {
        precondition(firstGrades.count == 4 && rememberedGrades.count == 3)
        self.firstGrades = firstGrades
        self.rememberedGrades = rememberedGrades
        self.secondsToLearn = secondsToLearn
        self.secondsToRecall = secondsToRecall
        self.secondsToRelearn = secondsToRelearn
    }
}

extension ReviewLog {
    /// The answers of this log; its times are not known, so those stay the usual ones.
    package func habits() -> Habits {
        var first = [0.0, 0, 0, 0]
        var later = [0.0, 0, 0, 0]
        var seen = [Bool](repeating: false, count: cards.count)
        forEachRow(in: order()) { card, _, grade in
            if seen[card] { later[Int(grade) - 1] += 1 } else { first[Int(grade) - 1] += 1 }
            seen[card] = true
        }
        let usual = Habits()
        func shares(_ counts: [Double], _ usual: [Double]) -> [Double] {
            // As if ten more answers had been the usual ones, so that no share is nothing.
            let total = counts.reduce(10, +)
            return zip(counts, usual).map { ($0 + 10 * $1) / total }
        }
        return Habits(
            firstGrades: shares(first, usual.firstGrades),
            rememberedGrades: shares(Array(later[1...]), usual.rememberedGrades)
        )
    }
}
