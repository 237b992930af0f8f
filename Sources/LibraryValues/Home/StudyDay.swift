/// What was studied on one day.
package struct StudyDay: Hashable, Sendable {
    /// Graded answers, without retracted ones.
    package var answers: Int
    /// Time spent on them.
    package var milliseconds: Int
    package var isToday: Bool

    package init(answers: Int, milliseconds: Int, isToday: Bool) {
        self.answers = answers
        self.milliseconds = milliseconds
        self.isToday = isToday
    }
}
