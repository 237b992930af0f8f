/// How much a library holds, and where it lies.
public struct LibraryFacts: Hashable, Sendable {
    /// How many decks there are.
    public var decks: Int
    /// How many notes they hold.
    public var notes: Int
    /// How many answers are in the log, those taken back too.
    public var answers: Int
    /// How much room all its files take.
    public var bytes: Int
    /// Where the first of its files lies.
    public var path: String

    /// Puts together what was counted.
    public init(decks: Int, notes: Int, answers: Int, bytes: Int, path: String) {
        self.decks = decks
        self.notes = notes
        self.answers = answers
        self.bytes = bytes
        self.path = path
    }
}
