package import Notes

package struct NoteList: Hashable, Sendable {
    /// In the list's order.
    package var notes: [ListedNote]
    /// The note after which the next page begins; nil on the last page.
    package var next: NoteID?
    /// How many notes the whole list has, or a lower bound.
    package var total: Int
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
}

/// A note in a list, represented by its first card.
package struct ListedNote: Hashable, Sendable {
    package var id: NoteID
    /// The question.
    package var prompt: CardSide
    package var answer: CardSide
    package var wordType: WordType?
    /// The name of its deck; in the bin, of the one that it was deleted from.
    package var deck: String
    /// When it was moved to the bin, if it is there.
    package var binned: Moment?

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
