public import Notes

/// What a file brings to a deck: notes, and the file itself where it is to be given back one day.
public struct Delivery: Sendable {
    /// The type of all its notes.
    public var type: NoteTypeID
    /// The notes, each known by a name of its own.
    public var notes: [DeliveredNote]
    /// What of the file becomes no note, or not all of one, and why: one plain line each.
    public var leftOut: [String]
    /// The file, and the languages that it has under other names; nil where it is not kept.
    public var file: (bytes: [UInt8], names: [String: String])?
    /// The file that the deck came from before, as far as `notes` were compared with it.
    public var earlier: KeptFileID?

    /// Puts together what was read.
    public init(
        type: NoteTypeID,
        notes: [DeliveredNote] = [],
        leftOut: [String] = [],
        file: (bytes: [UInt8], names: [String: String])? = nil,
        earlier: KeptFileID? = nil
    ) {
        self.type = type
        self.notes = notes
        self.leftOut = leftOut
        self.file = file
        self.earlier = earlier
    }
}

/// One note that a file brings.
public struct DeliveredNote: Hashable, Sendable {
    /// What the file calls it, in whatever words: it is known by that when the file comes again.
    public var key: String
    /// What its fields hold.
    public var values: [FieldID: FieldValue]
    /// What they held when the file came last; nil where it never came.
    public var earlier: [FieldID: FieldValue]?
    /// What kind of word it is, if the file says so.
    public var wordType: WordType?
    /// Its tags.
    public var tags: [TagName]

    /// Puts a note together.
    public init(
        key: String,
        values: [FieldID: FieldValue],
        earlier: [FieldID: FieldValue]? = nil,
        wordType: WordType? = nil,
        tags: [TagName] = []
    ) {
        self.key = key
        self.values = values
        self.earlier = earlier
        self.wordType = wordType
        self.tags = tags
    }
}

/// What an import did, or would do.
public struct ImportReport: Hashable, Sendable {
    /// The deck that it went into.
    public var deck: DeckName
    /// Whether the deck was made for it.
    public var isNewDeck: Bool
    /// How many notes were added.
    public var added = 0
    /// How many that were there were changed.
    public var updated = 0
    /// How many were as the file has them already.
    public var same = 0
    /// How many texts the learner had changed and the file too: the learner's stayed.
    public var kept = 0
    /// What of the file became no note, or not all of one, and why: one plain line each.
    public var leftOut: [String]
    /// The change, to be taken back; nil where nothing was different, or nothing was done yet.
    public var change: Change?

    /// A report on what goes into a deck.
    public init(deck: DeckName, isNewDeck: Bool = false, leftOut: [String] = []) {
        self.deck = deck
        self.isNewDeck = isNewDeck
        self.leftOut = leftOut
    }
}
