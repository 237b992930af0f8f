package import Notes
package import Recall

/// Everything that a learner may want to know about one card.
package struct CardFacts: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        package var moment: Moment
        package var grade: Grade
        /// Whether it left the schedule unchanged.
        package var isPractice: Bool

        package init(moment: Moment, grade: Grade, isPractice: Bool) {
            self.moment = moment
            self.grade = grade
            self.isPractice = isPractice
        }
    }

    package var note: Note
    package var type: NoteType
    /// The name of its deck.
    package var deck: String
    /// The note's current faces, and earlier ones that have been answered.
    package var faces: [Face]
    package var face: Face
    package var sides: CardSides
    /// Its stored state; nil until it is answered or changed.
    package var card: Card?
    /// The latest answers, newest first.
    package var answers: [Answer]

    package static let mostAnswers = 10

    package init(
        note: Note,
        type: NoteType,
        deck: String,
        faces: [Face],
        face: Face,
        sides: CardSides,
        card: Card?,
        answers: [Answer]
    ) {
        self.note = note
        self.type = type
        self.deck = deck
        self.faces = faces
        self.face = face
        self.sides = sides
        self.card = card
        self.answers = answers
    }
}
