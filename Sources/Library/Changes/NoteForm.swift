package import Languages
package import Notes

/// Everything that a form for one note shows.
package struct NoteForm: Hashable, Sendable {
    /// The note that is edited; nil for a new one.
    package var note: NoteID?
    /// What the form knows of it.
    package var seen: SeenNote?
    /// Names the fields.
    package var type: NoteType
    /// The types that a new note can have, in the order in which they are offered.
    package var types: [NoteType]
    /// The decks that it can lie in, by name.
    package var decks: [Deck]
    /// What was written so far.
    package var draft: NoteDraft
    /// What has to be mended before it can be saved.
    package var flaws: [NoteFlaw]
    /// Another note that asks the same, if there is one and the learner has to be asked.
    package var twin: NoteID?
    /// Whether there is another note that asks the same, of which the learner is told without being asked.
    package var hasTwin = false
    /// What else has to be said, in words.
    package var problem: Phrase?
    /// In which order the languages are shown; those that are not named come after, by their tags.
    package var languageOrder: [LanguageTag]
    /// Whether the learner moved a language, so that the deck's order is to be this one.
    package var isReordered = false
    /// Whether it holds what is not saved.
    package var isUnsaved: Bool

    /// Puts a form together.
    package init(
        note: NoteID? = nil,
        seen: SeenNote? = nil,
        type: NoteType,
        types: [NoteType],
        decks: [Deck],
        draft: NoteDraft,
        flaws: [NoteFlaw] = [],
        twin: NoteID? = nil,
        problem: Phrase? = nil,
        languageOrder: [LanguageTag] = [],
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
        self.languageOrder = languageOrder
        self.isUnsaved = isUnsaved
    }

    /// The fields in the order in which they are shown.
    package var fields: [NoteType.Field] {
        guard type.cards == .languages else {
            return type.fields.map { field in
                var field = field
                field.name = type.localizedName(of: field).description
                return field
            }
        }
        return languages.map { tag in
            NoteType.Field(id: .language(tag), name: tag.localizedName.description, language: tag)
        }
    }

    /// The languages of the note in the order in which they are shown.
    package var languages: [LanguageTag] {
        let tags = draft.values.keys.compactMap { field in
            if case .language(let tag) = field { tag } else { nil }
        }
        let places = Dictionary(
            languageOrder.enumerated().map { ($1, $0) },
            uniquingKeysWith: min
        )
        return tags.sorted {
            (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1)
        }
    }

    /// Shows the languages in an order that the learner made.
    package mutating func reorder(_ languages: [LanguageTag]) {
        languageOrder = languages
        isReordered = true
    }

    /// Puts a language before the one above it.
    package mutating func moveUp(_ language: LanguageTag) {
        var order = languages
        guard let place = order.firstIndex(of: language), place > 0 else { return }
        order.swapAt(place, place - 1)
        reorder(order)
    }
}

/// What became of a draft.
package enum Saving: Hashable, Sendable {
    /// It is on disk; no change where all was so already.
    case saved(Change?, NoteID)
    /// It is not, and this is what to show.
    case refused(NoteForm)
}
