public import Notes
public import Recall

/// Everything that a learner may want to know of one card.
public struct CardFacts: Hashable, Sendable {
    /// One answer that was given to it.
    public struct Answer: Hashable, Sendable {
        /// When it was given.
        public var moment: Moment
        /// How it was graded.
        public var grade: Grade
        /// Whether it moved no schedule.
        public var isPractice: Bool
    }

    /// The note that asks.
    public var note: Note
    /// What its note type is.
    public var type: NoteType
    /// Where it lies.
    public var deck: String
    /// The questions that the note asks there, and those that it was asked before.
    public var faces: [Face]
    /// Which of them this is.
    public var face: Face
    /// What stands on it.
    public var sides: Sides
    /// What is kept of it; nil while nobody has asked it.
    public var card: Card?
    /// The latest answers, newest first.
    public var answers: [Answer]

    /// How many answers are told of.
    public static let mostAnswers = 10
}
