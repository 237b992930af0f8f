/// How a learner answers and how long that takes: what a simulation needs besides the memory model.
package struct Habits: Hashable, Sendable {
    /// The fractions of again, hard, good and easy among first answers.
    package var firstGrades: [Double]
    /// The fractions of hard, good and easy among passing answers.
    package var rememberedGrades: [Double]
    /// The duration of a first answer, including the steps of its day.
    package var secondsToLearn: Double
    /// The duration of a passing answer.
    package var secondsToRecall: Double
    /// The duration of relearning a forgotten card.
    package var secondsToRelearn: Double

    /// The defaults are typical of learners.
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
    /// The grades in this log, with the default durations because the log contains none.
    package func habits() -> Habits {
        var first = [0.0, 0, 0, 0]
        var later = [0.0, 0, 0, 0]
        var seen = [Bool](repeating: false, count: cards.count)
        forEachRow(in: order()) { card, _, grade in
            if seen[card] { later[Int(grade) - 1] += 1 } else { first[Int(grade) - 1] += 1 }
            seen[card] = true
        }
        let typical = Habits()
        func fractions(_ counts: [Double], _ typical: [Double]) -> [Double] {
            // Ten additional answers with the typical distribution, so that no fraction is zero.
            let total = counts.reduce(10, +)
            return zip(counts, typical).map { ($0 + 10 * $1) / total }
        }
        return Habits(
            firstGrades: fractions(first, typical.firstGrades),
            rememberedGrades: fractions(Array(later[1...]), typical.rememberedGrades)
        )
    }
}
