package import Notes

/// What a change found in one place of a library, and what it left there.
///
/// Both ways lead through the same door: taking a change back is the replacement turned round.
package enum Replacement: Hashable, Codable, Sendable {
    /// A note with its tags; nil where there was, or is, none.
    case note(before: StoredNote?, after: StoredNote?)
    /// A deck; nil where there was, or is, none.
    case deck(before: StoredDeck?, after: StoredDeck?)
    /// A note type; nil where there was, or is, none.
    case noteType(before: NoteType?, after: NoteType?)
    /// What was said of a card; nil where it has no row.
    case card(CardID, before: CardMarks?, after: CardMarks?)
    /// Some values of a note.
    case values(NoteID, before: StoredValues, after: StoredValues)
    /// What was said of some cards, the same of each; nil where they have no row.
    case cards([CardID], before: CardMarks?, after: CardMarks?)
    /// Whether the cards of some notes that have no row are suspended.
    case suspension([NoteID], before: Bool, after: Bool)
    /// Whether some notes have a tag, spelt like that.
    case tag(String, [NoteID], before: Bool, after: Bool)
    /// When some notes went to the bin; nil where they do not lie in it.
    case bin([NoteID], before: Moment?, after: Moment?)
    /// The home deck of some notes.
    case home([NoteID], before: DeckID, after: DeckID)
    /// Notes that were all added at one moment; what is in them is written down when they are taken back, not before.
    case added([NoteID], at: Moment, kept: [StoredNote]? = nil)
    /// Takes such notes back.
    case takenBack([NoteID], at: Moment, kept: [StoredNote]? = nil)
    /// Notes with their cards and logs that came from another program; to have them again the file is imported again.
    case imported(ImportedRows)
    /// Takes such notes back.
    case importTakenBack(ImportedRows)
    /// How the learner forgets; nil where nothing was found out.
    case parameters(before: [Double]?, after: [Double]?)
    /// What the learner has settled, as JSON; nil where it is as it comes.
    case settings(before: String?, after: String?)

    /// The same without what need not be written down while it holds.
    package var shortened: Replacement {
        guard case .added(let notes, let moment, _) = self else { return self }
        return .added(notes, at: moment)
    }

    /// The same, the other way round.
    package var reversed: Replacement {
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
        }
    }
}

/// A note as the journal keeps it: every column but those that follow from the log.
package struct StoredNote: Hashable, Codable, Sendable {
    let id: NoteID
    private let guid: NoteGUID
    private let type: NoteTypeID
    let deck: DeckID
    private let values: [FieldID: FieldValue]
    private let tags: [String]?
    private let wordType: WordType?
    private let latitude: Double?
    private let longitude: Double?
    private let made: Moment
    private let changed: Moment
    let binned: Moment?

    /// Writes a note down.
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

/// Some values of a note as the journal keeps them, and when the note was last changed.
package struct StoredValues: Hashable, Codable, Sendable {
    /// By field; nil where the note had, or has, no value.
    package let values: [FieldID: FieldValue?]
    /// When the note was last changed.
    package let changed: Moment

    /// Writes values down.
    package init(_ values: [FieldID: FieldValue?], changed: Moment) {
        self.values = values
        self.changed = changed
    }
}

/// A deck as the journal keeps it.
package struct StoredDeck: Hashable, Codable, Sendable {
    /// Names it for good.
    package let id: DeckID
    /// What it is called.
    package var name: String
    /// What it says for itself.
    package var settings: DeckSettings
    let made: Moment
    /// When it was last changed.
    package var changed: Moment
    /// When it went to the bin, if it lies there.
    package var binned: Moment?

    init(
        id: DeckID,
        name: String,
        settings: DeckSettings,
        made: Moment,
        changed: Moment,
        binned: Moment? = nil
    ) {
        self.id = id
        self.name = name
        self.settings = settings
        self.made = made
        self.changed = changed
        self.binned = binned
    }

    /// Writes a new deck down.
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
