public import Notes

/// A stretch of a list of notes.
public struct NoteList: Hashable, Sendable {
    /// In the order of the list.
    public var notes: [ListedNote]
    /// After which note the list goes on; nil at its end.
    public var next: NoteID?
    /// How many notes the whole list has, or at least so many.
    public var total: Int
    /// Whether `total` is all of them.
    public var isTotalExact: Bool
    /// What in the query could not be taken as it stands, and where.
    public var mistakes: [SearchMistake]

    /// Puts a stretch together.
    public init(
        notes: [ListedNote],
        next: NoteID?,
        total: Int,
        isTotalExact: Bool = true,
        mistakes: [SearchMistake] = []
    ) {
        self.notes = notes
        self.next = next
        self.total = total
        self.isTotalExact = isTotalExact
        self.mistakes = mistakes
    }

    /// In which order notes are listed; the raw value is the word for it.
    public enum Sort: String, CaseIterable, Sendable {
        /// Those made last first.
        case newest
        /// Those made first first.
        case oldest
        /// Those changed last first.
        case changed
        /// By what they ask first.
        case prompt
    }
}

/// A note as a list shows it: by its first card.
public struct ListedNote: Hashable, Sendable {
    /// The note.
    public var id: NoteID
    /// What is asked.
    public var prompt: Side
    /// What answers.
    public var answer: Side
    /// What kind of word it is, if it is one.
    public var wordType: WordType?
    /// The deck that it lies in, or lay in.
    public var deck: String
    /// When it went to the bin, if it lies there.
    public var binned: Moment?

    /// Puts a line together.
    public init(
        id: NoteID,
        prompt: Side,
        answer: Side,
        wordType: WordType?,
        deck: String,
        binned: Moment? = nil
    ) {
        self.id = id
        self.prompt = prompt
        self.answer = answer
        self.wordType = wordType
        self.deck = deck
        self.binned = binned
    }
}
