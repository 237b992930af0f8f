public import Recall

/// A review, as somebody who learns from the log sees it.
public struct LoggedReview: Hashable, Sendable {
    /// The card, by a number that means nothing but that.
    public var card: Int64
    /// When it happened.
    public var moment: Moment
    /// The number of the learner's day.
    public var day: Int
    /// What was said.
    public var grade: Grade

    /// Puts a line together.
    public init(card: Int64, moment: Moment, day: Int, grade: Grade) {
        self.card = card
        self.moment = moment
        self.day = day
        self.grade = grade
    }
}
