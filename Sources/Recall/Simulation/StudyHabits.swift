/// How a learner answers, how long that takes, and how much is studied a day: what a simulation needs besides the cards.
package struct StudyHabits: Equatable, Sendable {
    /// The fractions of again, hard, good and easy among first answers.
    package var firstGrades: SIMD4<Double>
    /// The same among passing answers, of which none is again.
    package var passingGrades: SIMD4<Double>
    /// The duration of a first answer, including the steps of its day.
    package var secondsToLearn: Double
    package var secondsToReview: Double
    /// What relearning a forgotten card takes in addition.
    package var secondsToRelearn: Double
    package var newPerDay: Int
    package var reviewsPerDay: Int

    /// The defaults are typical of learners.
    package init(
        firstGrades: SIMD4<Double> = [0.24, 0.09, 0.49, 0.18],
        passingGrades: SIMD4<Double> = [0, 0.1, 0.8, 0.1],
        secondsToLearn: Double = 35,
        secondsToReview: Double = 8,
        secondsToRelearn: Double = 20,
        newPerDay: Int = 20,
        reviewsPerDay: Int = 200
    ) {
        self.firstGrades = firstGrades
        self.passingGrades = passingGrades
        self.secondsToLearn = secondsToLearn
        self.secondsToReview = secondsToReview
        self.secondsToRelearn = secondsToRelearn
        self.newPerDay = newPerDay
        self.reviewsPerDay = reviewsPerDay
    }
}
