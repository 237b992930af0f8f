public import Languages
public import Notes

/// Everything that a form for one note type shows.
public struct NoteTypeForm: Sendable {
    /// One card as it would look.
    public struct Sample: Hashable, Sendable {
        /// What the template is called.
        public var name: String
        /// What stands on the card; nil where the note asks nothing by it.
        public var sides: Sides?
    }

    /// The type that is edited, or that a new one is made from.
    public var base: NoteType
    /// Whether it is a new one.
    public var isNew: Bool
    /// Names the type as it stood when the form was opened.
    public var seen: String
    /// What was written so far.
    public var draft: NoteTypeDraft
    /// What has to be mended before it can be saved.
    public var flaws: [(place: NoteTypeDraft.Place, words: Phrase)] = []
    /// What notes would lose, one plain line each.
    public var losses: [Phrase] = []
    /// How many notes are of the type, those in the bin as well.
    public var notes: Int
    /// The cards of the latest note of the type, or of one with the names of the fields in them.
    public var samples: [Sample] = []
    /// Whether it holds what is not saved.
    public var isUnsaved = false
}

/// A note type in the list of them.
public struct ListedNoteType: Hashable, Sendable {
    /// The type.
    public var type: NoteType
    /// How many notes are of the type, but for the bin.
    public var notes: Int
}
