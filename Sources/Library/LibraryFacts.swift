/// How much a library holds, and where it lies.
package struct LibraryFacts: Hashable, Sendable {
    /// How many decks there are.
    package var decks: Int
    /// How many notes they hold.
    package var notes: Int
    /// How many answers are in the log, those taken back too.
    package var answers: Int
    /// How much room all its files take.
    package var bytes: Int
    /// Where the first of its files lies.
    package var path: String

    /// Puts together what was counted.
    package init(decks: Int, notes: Int, answers: Int, bytes: Int, path: String) {
        self.decks = decks
        self.notes = notes
        self.answers = answers
        self.bytes = bytes
        self.path = path
    }
}
