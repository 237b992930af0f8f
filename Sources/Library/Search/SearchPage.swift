package import Notes

/// One page of what a search found, with all that a list shows of it.
package struct SearchPage: Hashable, Sendable {
    /// The notes of the page, in order.
    package var rows: [NoteRow]
    /// How many were found in all, or at least so many.
    package var total: Int
    /// Whether `total` is all of them.
    package var isTotalExact: Bool
    /// The note behind which the next page begins; nil where this is the last.
    package var next: NoteID?
    /// What in the query could not be taken as it stands, and where.
    package var mistakes: [SearchMistake]
}

/// One note of a list.
package struct NoteRow: Hashable, Sendable {
    /// One field, by its name.
    package struct Field: Hashable, Sendable {
        /// What the note type calls it, or the tag of its language.
        package var name: String
        /// What it holds.
        package var text: String
    }

    /// The note itself.
    package var note: Note
    /// What its note type is called.
    package var type: String
    /// What its deck is called.
    package var deck: String
    /// Its fields, in the order of the note type; of languages those that it has.
    package var fields: [Field]
    /// Those of its cards that were ever asked.
    package var cards: [Card]
}
