public import Notes

/// One page of what a search found, with all that a list shows of it.
public struct SearchPage: Hashable, Sendable {
    /// The notes of the page, in order.
    public var rows: [NoteRow]
    /// How many were found in all, or at least so many.
    public var total: Int
    /// Whether `total` is all of them.
    public var isTotalExact: Bool
    /// The note behind which the next page begins; nil where this is the last.
    public var next: NoteID?
    /// What in the query could not be taken as it stands, and where.
    public var mistakes: [SearchMistake]
}

/// One note of a list.
public struct NoteRow: Hashable, Sendable {
    /// One field, by its name.
    public struct Field: Hashable, Sendable {
        /// What the note type calls it, or the tag of its language.
        public var name: String
        /// What it holds.
        public var text: String
    }

    /// The note itself.
    public var note: Note
    /// What its note type is called.
    public var type: String
    /// What its deck is called.
    public var deck: String
    /// Its fields, in the order of the note type; of languages those that it has.
    public var fields: [Field]
    /// Those of its cards that were ever asked.
    public var cards: [Card]
}
