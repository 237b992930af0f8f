package import Recall

extension ReviewLog {
    /// The grades in this log, with typical durations because the log contains none.
    package func habits() -> StudyHabits {
        var first = [0.0, 0, 0, 0]
        var later = [0.0, 0, 0, 0]
        var seen = [Bool](repeating: false, count: cards.count)
        forEachRow(in: order()) { card, _, grade in
            if seen[card] { later[Int(grade) - 1] += 1 } else { first[Int(grade) - 1] += 1 }
            seen[card] = true
        }
        var habits = StudyHabits()
        func fractions(_ counts: [Double], _ typical: [Double]) -> [Double] {
            // Ten additional answers with the typical distribution, so that no fraction is zero.
            let total = counts.reduce(10, +)
            return zip(counts, typical).map { ($0 + 10 * $1) / total }
        }
        habits.firstGrades = fractions(first, habits.firstGrades)
        habits.passingGrades = fractions(Array(later[1...]), habits.passingGrades)
        return habits
    }
}
