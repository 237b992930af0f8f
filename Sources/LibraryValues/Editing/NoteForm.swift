package import Languages
package import Notes

package struct NoteForm: Hashable, Sendable {
    /// The note that is edited; nil for a new one.
    package var note: NoteID?
    /// The note when the form was opened.
    package var seen: NoteSnapshot?
    package var type: NoteType
    /// The types that a new note can have, in the order of the menu.
    package var types: [NoteType]
    /// The decks to choose from, by name.
    package var decks: [Deck]
    /// The learner's input so far.
    package var draft: NoteDraft
    /// What has to be corrected before it can be saved.
    package var flaws: [NoteFlaw] = []
    /// Another note with the same question that the learner has to confirm.
    package var duplicate: NoteID?
    /// Whether another note has the same question, which is shown but needs no confirmation.
    package var hasDuplicate = false
    /// Any other message.
    package var problem: Phrase?
    /// The order of the languages; those that it lacks follow, ordered by tag.
    package var languageOrder: [LanguageTag]
    /// The languages that the deck asks, if it asks a single pair; the form folds the others away.
    package var askedLanguages: Set<LanguageTag>?
    /// Whether the learner moved a language, so that saving changes the deck's order too.
    package var isReordered = false
    package var isUnsaved: Bool

    package init(
        note: NoteID? = nil,
        seen: NoteSnapshot? = nil,
        type: NoteType,
        types: [NoteType],
        decks: [Deck],
        draft: NoteDraft,
        languageOrder: [LanguageTag] = [],
        askedLanguages: Set<LanguageTag>? = nil,
        isUnsaved: Bool = false
    ) {
        self.note = note
        self.seen = seen
        self.type = type
        self.types = types
        self.decks = decks
        self.draft = draft
        self.languageOrder = languageOrder
        self.askedLanguages = askedLanguages
        self.isUnsaved = isUnsaved
    }

    /// The fields in display order.
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

    /// Whether the form shows a field at once, rather than among further languages.
    package func isProminent(_ field: NoteType.Field) -> Bool {
        guard type.cards == .languages, let askedLanguages, let language = field.language else {
            return true
        }
        return askedLanguages.contains(language)
    }

    /// The note's languages in display order.
    package var languages: [LanguageTag] {
        let tags = draft.values.keys.compactMap { field in
            if case .language(let tag) = field { tag } else { nil }
        }
        let positions = Dictionary(
            languageOrder.enumerated().map { ($1, $0) },
            uniquingKeysWith: min
        )
        return tags.sorted {
            (positions[$0] ?? .max, $0) < (positions[$1] ?? .max, $1)
        }
    }

    /// Sets the order that the learner chose.
    package mutating func reorder(_ languages: [LanguageTag]) {
        languageOrder = languages
        isReordered = true
    }

    package mutating func moveUp(_ language: LanguageTag) {
        var order = languages
        guard let position = order.firstIndex(of: language), position > 0 else { return }
        order.swapAt(position, position - 1)
        reorder(order)
    }
}

package enum NoteSaveResult: Hashable, Sendable {
    /// It is on disk; without a change where nothing differed.
    case saved(Change?, NoteID)
    /// Nothing was saved; shows why.
    case refused(NoteForm)
}
