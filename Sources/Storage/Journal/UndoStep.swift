package import Notes

/// A part of a library before and after a change; undoing performs the reversed step.
///
/// The names of cases and labels are keys of the stored JSON.
package enum UndoStep: Hashable, Codable, Sendable {
    /// A note with its tags; nil if the note doesn't exist.
    case note(before: StoredNote?, after: StoredNote?)
    /// A deck; nil if it doesn't exist.
    case deck(before: StoredDeck?, after: StoredDeck?)
    /// A note type; nil if it doesn't exist.
    case noteType(before: NoteType?, after: NoteType?)
    /// The marks of a card; nil if it has no row.
    case card(CardID, before: CardMarks?, after: CardMarks?)
    case values(NoteID, before: StoredValues, after: StoredValues)
    /// The marks of several cards, which are equal; nil if they have no rows.
    case cards([CardID], before: CardMarks?, after: CardMarks?)
    /// Whether those cards of some notes that have no rows are suspended.
    case suspension([NoteID], before: Bool, after: Bool)
    case tag(String, [NoteID], before: Bool, after: Bool)
    /// When some notes went to the bin; nil if they are not in it.
    case bin([NoteID], before: Moment?, after: Moment?)
    case home([NoteID], before: DeckID, after: DeckID)
    /// Notes that were all added at one moment; their content is stored only when they are removed again.
    case added([NoteID], at: Moment, kept: [StoredNote]? = nil)
    /// The reverse of `added`.
    case takenBack([NoteID], at: Moment, kept: [StoredNote]? = nil)
    /// Imported notes with their cards and logs; redoing needs another import of the file.
    case imported(ImportedRows)
    /// The reverse of `imported`.
    case importTakenBack(ImportedRows)
    /// The learner's parameters; nil for the default ones.
    case parameters(before: [Double]?, after: [Double]?)
    /// The study settings as JSON; nil for the default ones.
    case settings(before: String?, after: String?)
    /// The content of a file name; nil if there is no such file.
    case medium(String, before: StoredMedium?, after: StoredMedium?)

    /// The step without the notes of `added`, which are stored only while it is undone.
    package var shortened: UndoStep {
        guard case .added(let notes, let moment, _) = self else { return self }
        return .added(notes, at: moment)
    }

    package var reversed: UndoStep {
        switch self {
        case .note(let before, let after): .note(before: after, after: before)
        case .deck(let before, let after): .deck(before: after, after: before)
        case .noteType(let before, let after): .noteType(before: after, after: before)
        case .card(let card, let before, let after): .card(card, before: after, after: before)
        case .values(let note, let before, let after):
            .values(note, before: after, after: before)
        case .cards(let cards, let before, let after): .cards(cards, before: after, after: before)
        case .suspension(let notes, let before, let after):
            .suspension(notes, before: after, after: before)
        case .tag(let tag, let notes, let before, let after):
            .tag(tag, notes, before: after, after: before)
        case .bin(let notes, let before, let after): .bin(notes, before: after, after: before)
        case .home(let notes, let before, let after): .home(notes, before: after, after: before)
        case .added(let notes, let moment, let kept): .takenBack(notes, at: moment, kept: kept)
        case .takenBack(let notes, let moment, let kept): .added(notes, at: moment, kept: kept)
        case .imported(let rows): .importTakenBack(rows)
        case .importTakenBack(let rows): .imported(rows)
        case .parameters(let before, let after): .parameters(before: after, after: before)
        case .settings(let before, let after): .settings(before: after, after: before)
        case .medium(let name, let before, let after): .medium(name, before: after, after: before)
        }
    }
}

/// A note as the journal stores it: all columns except those derived from the log.
package struct StoredNote: Hashable, Codable, Sendable {
    package let id: NoteID
    private let guid: NoteGUID
    private let type: NoteTypeID
    package let deck: DeckID
    private let values: [FieldID: FieldValue]
    private let tags: [String]?
    private let wordType: WordType?
    private let latitude: Double?
    private let longitude: Double?
    private let made: Moment
    private let changed: Moment
    let binned: Moment?

    package init(_ note: Note) {
        id = note.id
        guid = note.guid
        type = note.type
        deck = note.deck
        values = note.values
        tags = note.tags.isEmpty ? nil : note.tags.map(\.text).sorted()
        wordType = note.wordType
        latitude = note.place?.latitude
        longitude = note.place?.longitude
        made = note.made
        changed = note.changed
        binned = note.binned
    }

    var note: Note {
        let place: Place? =
            if let latitude, let longitude {
                Place(latitude: latitude, longitude: longitude)
            } else {
                nil
            }
        return Note(
            id: id,
            guid: guid,
            type: type,
            deck: deck,
            values: values,
            tags: (tags ?? []).compactMap { TagName($0) },
            wordType: wordType,
            place: place,
            made: made,
            changed: changed,
            binned: binned
        )
    }
}

/// Some values of a note as the journal stores them.
package struct StoredValues: Hashable, Codable, Sendable {
    /// By field; nil if the note has no value.
    package let values: [FieldID: FieldValue?]
    package let changed: Moment

    package init(_ values: [FieldID: FieldValue?], changed: Moment) {
        self.values = values
        self.changed = changed
    }
}

/// A deck as the journal stores it.
package struct StoredDeck: Hashable, Codable, Sendable {
    package let id: DeckID
    package var name: String
    package var settings: DeckSettings
    let made: Moment
    package var changed: Moment
    /// When it went to the bin, if it is there.
    package var binned: Moment?
}

extension StoredDeck {
    package init(_ deck: Deck, made: Moment) {
        self.init(
            id: deck.id,
            name: deck.name.text,
            settings: deck.settings,
            made: made,
            changed: made
        )
    }
}

/// The content of a picture or sound as the journal stores it.
package struct StoredMedium: Hashable, Codable, Sendable {
    /// The hash in hexadecimal digits.
    let digest: String
    let size: Int

    package init(hash: MediaHash, size: Int) {
        digest = hash.description
        self.size = size
    }

    var hash: MediaHash? { MediaHash(digest) }
}
