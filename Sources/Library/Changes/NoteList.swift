package import Notes

/// A stretch of a list of notes.
package struct NoteList: Hashable, Sendable {
    /// In the order of the list.
    package var notes: [ListedNote]
    /// After which note the list goes on; nil at its end.
    package var next: NoteID?
    /// How many notes the whole list has, or at least so many.
    package var total: Int
    /// Whether `total` is all of them.
    package var isTotalExact: Bool
    /// What in the query could not be taken as it stands, and where.
    package var mistakes: [SearchMistake]

    /// Puts a stretch together.
    package init(
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
    package enum Sort: String, CaseIterable, Sendable {
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
package struct ListedNote: Hashable, Sendable {
    /// The note.
    package var id: NoteID
    /// What is asked.
    package var prompt: CardSide
    /// What answers.
    package var answer: CardSide
    /// What kind of word it is, if it is one.
    package var wordType: WordType?
    /// The deck that it lies in, or lay in.
    package var deck: String
    /// When it went to the bin, if it lies there.
    package var binned: Moment?

    /// Puts a line together.
    package init(
        id: NoteID,
        prompt: CardSide,
        answer: CardSide,
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
