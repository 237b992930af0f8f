package import Notes

/// One page of a list of notes.
package struct NoteList: Hashable, Sendable {
    /// In the list's order.
    package var notes: [ListedNote]
    /// The note after which the next page begins; nil on the last page.
    package var next: NoteID?
    /// How many notes the whole list has, or a lower bound.
    package var total: Int
    /// Whether `total` is exact.
    package var isTotalExact: Bool
    /// Which parts of the query were not understood, and where.
    package var mistakes: [SearchMistake]

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

    /// The order of a list; the raw value appears in addresses.
    package enum Sort: String, CaseIterable, Sendable {
        /// Last created first.
        case newest
        /// First created first.
        case oldest
        /// Last changed first.
        case changed
        /// By the question of the first card.
        case prompt
    }
}

/// A note in a list, represented by its first card.
package struct ListedNote: Hashable, Sendable {
    package var id: NoteID
    /// The question.
    package var prompt: Side
    package var answer: Side
    package var wordType: WordType?
    /// The name of its deck; in the bin, of the one that it was deleted from.
    package var deck: String
    /// When it was moved to the bin, if it is there.
    package var binned: Moment?

    package init(
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
