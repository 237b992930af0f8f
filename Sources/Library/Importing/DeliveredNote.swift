package import Notes
internal import Storage

/// One note that a file brings.
package struct ImportNote: Hashable, Sendable {
    /// How a note is known again when it comes once more.
    package enum Name: Hashable, Sendable {
        /// By what the file of its deck calls it, in whatever words.
        case key(String)
        /// By the same name in every library.
        case guid(NoteGUID)
        /// By its type and what it holds in a field, perhaps only among the notes of its deck.
        case text(of: FieldID, inDeck: Bool = false)
        /// Not at all: it is always another one.
        case none
    }

    /// How it is known again.
    package var name: Name
    /// Its type: one that the file brought before, or one that the library has.
    package var type: NoteTypeID
    /// Where it lies; nil for the deck that the delivery goes to.
    package var deck: DeckName?
    /// What its fields hold; those of a note that is there and not named here stay as they are.
    package var values: [FieldID: FieldValue] { didSet { texts = nil } }
    /// What they held when the file came last; nil where that is not known.
    package var earlier: [FieldID: FieldValue]?
    /// What kind of word it is, if the file says so.
    package var wordType: WordType?
    /// Its tags.
    package var tags: [TagName]
    /// Whether its tags are all it has; else a note that is there keeps its own besides.
    package var hasAllTags: Bool
    /// Where it lies on the earth, if it does.
    package var place: Place?
    /// When it was made, if the file says so.
    package var made: Moment?
    /// When it was last changed, if the file says so.
    package var changed: Moment?
    /// What is written of its texts where it is new; nil where nobody has made that yet.
    private(set) var texts: NoteTexts?

    /// Puts a note together.
    package init(
        _ name: Name,
        type: NoteTypeID,
        deck: DeckName? = nil,
        values: [FieldID: FieldValue],
        earlier: [FieldID: FieldValue]? = nil,
        wordType: WordType? = nil,
        tags: [TagName] = [],
        hasAllTags: Bool = false,
        place: Place? = nil,
        made: Moment? = nil,
        changed: Moment? = nil
    ) {
        self.name = name
        self.type = type
        self.deck = deck
        self.values = values
        self.earlier = earlier
        self.wordType = wordType
        self.tags = tags
        self.hasAllTags = hasAllTags
        self.place = place
        self.made = made
        self.changed = changed
    }
}

extension ImportNote {
    /// What the fields hold of a note that is not there yet.
    var newValues: [FieldID: FieldValue] {
        values.values.contains(where: \.isEmpty) ? values.filter { !$1.isEmpty } : values
    }

    /// Makes what is written of its texts: on the thread that reads the file, while another looks for the note.
    mutating func makeTexts() { texts = NoteTexts(of: newValues) }
}
