/// How much a library holds, and where it is stored.
package struct LibraryFacts: Hashable, Sendable {
    package var decks: Int
    package var notes: Int
    /// All answers in the log, including undone ones.
    package var answers: Int
    /// The size of all its files.
    package var bytes: Int
    /// The path of its main file.
    package var path: String

    package init(decks: Int, notes: Int, answers: Int, bytes: Int, path: String) {
        self.decks = decks
        self.notes = notes
        self.answers = answers
        self.bytes = bytes
        self.path = path
    }
}
