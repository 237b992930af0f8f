/// How far a learner is with the deck of a class: all that a teacher may see.
package struct ClassProgress: Hashable, Sendable {
    package var notes: Int
    /// How many notes are known.
    package var known: Int
    /// How many cards are due today.
    package var due: Int
    /// How many answers were given in the last seven days.
    package var answers: Int

    package init(notes: Int, known: Int, due: Int, answers: Int) {
        self.notes = notes
        self.known = known
        self.due = due
        self.answers = answers
    }
}
