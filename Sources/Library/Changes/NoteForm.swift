public import Languages
public import Notes

/// Everything that a form for one note shows.
public struct NoteForm: Hashable, Sendable {
    /// The note that is edited; nil for a new one.
    public var note: NoteID?
    /// What the form knows of it.
    public var seen: SeenNote?
    /// Names the fields.
    public var type: NoteType
    /// The types that a new note can have, in the order in which they are offered.
    public var types: [NoteType]
    /// The decks that it can lie in, by name.
    public var decks: [Deck]
    /// What was written so far.
    public var draft: NoteDraft
    /// What has to be mended before it can be saved.
    public var flaws: [NoteFlaw]
    /// Another note that asks the same, if there is one and the learner has to be asked.
    public var twin: NoteID?
    /// Whether there is another note that asks the same, of which the learner is told without being asked.
    public var hasTwin = false
    /// What else has to be said, in words.
    public var problem: Phrase?
    /// Whether it holds what is not saved.
    public var isUnsaved: Bool

    /// Puts a form together.
    public init(
        note: NoteID? = nil,
        seen: SeenNote? = nil,
        type: NoteType,
        types: [NoteType],
        decks: [Deck],
        draft: NoteDraft,
        flaws: [NoteFlaw] = [],
        twin: NoteID? = nil,
        problem: Phrase? = nil,
        isUnsaved: Bool = false
    ) {
        self.note = note
        self.seen = seen
        self.type = type
        self.types = types
        self.decks = decks
        self.draft = draft
        self.flaws = flaws
        self.twin = twin
        self.problem = problem
        self.isUnsaved = isUnsaved
    }

    /// The fields in the order in which they are shown.
    public var fields: [NoteType.Field] {
        guard type.cards == .languages else {
            return type.fields.map { field in
                var field = field
                field.name = type.spokenName(of: field).description
                return field
            }
        }
        return draft.values.keys.sorted().compactMap { field in
            guard case .language(let tag) = field else { return nil }
            return NoteType.Field(id: field, name: tag.spokenName.description, language: tag)
        }
    }
}

/// What became of a draft.
public enum Saving: Hashable, Sendable {
    /// It is on disk; no change where all was so already.
    case saved(Change?, NoteID)
    /// It is not, and this is what to show.
    case refused(NoteForm)
}
