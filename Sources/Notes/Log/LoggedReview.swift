package import Recall

/// A review in the form that scheduler training uses.
package struct LoggedReview: Hashable, Sendable {
    /// An arbitrary number that identifies the card.
    package var card: Int64
    package var moment: Moment
    package var day: Int
    package var grade: Grade

    package init(card: Int64, moment: Moment, day: Int, grade: Grade) {
        self.card = card
        self.moment = moment
        self.day = day
        self.grade = grade
    }
}
