package import Notes

/// One note found by a search, with everything that a list shows of it.
package struct NoteRow: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// Its name in the note type, or the tag of its language.
        package var name: String
        package var text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    package var note: Note
    /// The name of its note type.
    package var type: String
    /// The name of its deck.
    package var deck: String
    /// The fields in the note type's order, followed by the languages that the note has.
    package var fields: [Field]
    /// Those of its cards that have been answered.
    package var cards: [Card]

    package init(note: Note, type: String, deck: String, fields: [Field], cards: [Card]) {
        self.note = note
        self.type = type
        self.deck = deck
        self.fields = fields
        self.cards = cards
    }
}
