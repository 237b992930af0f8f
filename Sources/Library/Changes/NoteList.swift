public import Notes

/// A stretch of a list of notes.
public struct NoteList: Hashable, Sendable {
    /// In the order of the list.
    public var notes: [ListedNote]
    /// After which note the list goes on; nil at its end.
    public var next: NoteID?

    /// Puts a stretch together.
    public init(notes: [ListedNote], next: NoteID?) {
        self.notes = notes
        self.next = next
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
