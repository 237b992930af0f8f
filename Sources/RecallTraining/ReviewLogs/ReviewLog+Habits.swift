package import Recall

extension ReviewLog {
    /// The grades in this log, with typical durations because the log contains none.
    package func habits() -> StudyHabits {
        var first = SIMD4<Double>.zero
        var later = SIMD4<Double>.zero
        var seen = [Bool](repeating: false, count: cards.count)
        forEachRow(in: order()) { card, _, grade in
            if seen[card] { later[Int(grade) - 1] += 1 } else { first[Int(grade) - 1] += 1 }
            seen[card] = true
        }
        var habits = StudyHabits()
        // Ten additional answers with the typical distribution, so that no fraction is zero.
        habits.firstGrades = (first + 10 * habits.firstGrades) / (first.sum() + 10)
        later[0] = 0
        habits.passingGrades = (later + 10 * habits.passingGrades) / (later.sum() + 10)
        return habits
    }
}
