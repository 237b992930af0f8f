package import Notes
package import Recall

/// Everything that a learner may want to know of one card.
package struct CardFacts: Hashable, Sendable {
    /// One answer that was given to it.
    package struct Answer: Hashable, Sendable {
        /// When it was given.
        package var moment: Moment
        /// How it was graded.
        package var grade: Grade
        /// Whether it moved no schedule.
        package var isPractice: Bool
    }

    /// The note that asks.
    package var note: Note
    /// What its note type is.
    package var type: NoteType
    /// Where it lies.
    package var deck: String
    /// The questions that the note asks there, and those that it was asked before.
    package var faces: [Face]
    /// Which of them this is.
    package var face: Face
    /// What stands on it.
    package var sides: CardSides
    /// What is kept of it; nil while nobody has asked it.
    package var card: Card?
    /// The latest answers, newest first.
    package var answers: [Answer]

    /// How many answers are told of.
    package static let mostAnswers = 10
}
