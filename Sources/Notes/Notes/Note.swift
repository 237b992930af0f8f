/// One thing to learn.
public struct Note: Hashable, Sendable {
    /// Names it for good.
    public var id: NoteID
    /// Knows the note again in another library.
    public var guid: NoteGUID
    /// Names its fields and says which cards come of it.
    public var type: NoteTypeID
    /// The deck its cards lie in, unless a card says otherwise.
    public var deck: DeckID
    /// The values of its fields; one that is missing is empty.
    public var values: [FieldID: FieldValue]
    /// In the order in which they were given.
    public var tags: [TagName]
    /// What kind of word it teaches, if it teaches one.
    public var wordType: WordType?
    /// Where it lies, if it is a place.
    public var place: Place?
    /// When it was made.
    public var made: Moment
    /// When it was last changed.
    public var changed: Moment
    /// When it went to the bin, if it lies there.
    public var binned: Moment?

    /// Puts a note together.
    public init(
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

    /// The text of a field; empty where the note has no value for it.
    public func text(of field: FieldID) -> String { values[field]?.text ?? "" }
}
