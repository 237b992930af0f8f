/// One thing to learn.
package struct Note: Hashable, Sendable {
    package var id: NoteID
    /// Identifies the note across libraries.
    package var guid: NoteGUID
    /// The note type, which defines its fields and cards.
    package var type: NoteTypeID
    /// The deck of its cards, unless a card has its own.
    package var deck: DeckID
    /// The values of its fields; a missing one is empty.
    package var values: [FieldID: FieldValue]
    /// In the order in which they were added.
    package var tags: [TagName]
    /// The part of speech, if it teaches a word.
    package var wordType: WordType?
    package var place: Place?
    package var made: Moment
    package var changed: Moment
    /// When it was moved to the bin, if it is there.
    package var binned: Moment?

    package init(
        id: NoteID,
        guid: NoteGUID,
        type: NoteTypeID,
        deck: DeckID,
        values: [FieldID: FieldValue],
        tags: [TagName] = [],
        wordType: WordType? = nil,
        place: Place? = nil,
        made: Moment,
        changed: Moment? = nil,
        binned: Moment? = nil
    ) {
        self.id = id
        self.guid = guid
        self.type = type
        self.deck = deck
        self.values = values
        self.tags = tags
        self.wordType = wordType
        self.place = place
        self.made = made
        self.changed = changed ?? made
        self.binned = binned
    }

    /// The text of a field; empty if the note has no value for it.
    package func text(of field: FieldID) -> String { values[field]?.text ?? "" }
}
