package import Languages
package import Notes
package import Recall

/// A note in a file, with its cards and their review logs.
package struct ImportNote: Sendable {
    /// How an existing note is recognised as the same one.
    package enum Identity: Hashable, Sendable {
        /// By its key in the file of its deck.
        case key(String)
        case guid(NoteGUID)
        /// By its type and the text of a field, perhaps only among the notes of its deck.
        case text(of: FieldID, inDeck: Bool = false)
        /// Never: it is always a new note.
        case none
    }

    package var identity: Identity
    /// The id it had in the library that wrote the file.
    package var id: NoteID?
    /// The key of a type in the file, or the id of one in the library.
    package var type: NoteTypeID
    /// Nil for the batch's deck.
    package var deck: DeckName?
    package var values: [FieldID: FieldValue]
    /// The values in the version of the file that was imported before; nil where that is not known.
    package var base: [FieldID: FieldValue]?
    /// Whether fields that are not listed are empty; otherwise an existing note keeps them.
    package var hasAllFields = false
    package var tags: [TagName] = []
    /// Whether an existing note loses tags that are not listed.
    package var hasAllTags = false
    package var wordType: WordType?
    package var place: Place?
    /// Nil if the file has no date; then the note is created, and changed, at the time of the import.
    package var made: Moment?
    package var changed: Moment?
    /// Whether those of its cards are suspended that are not listed.
    package var isSuspended = false
    package var cards: [ImportCard] = []
    /// Why the note is left out, in one line, where it would never be asked; nil if it is taken as it is.
    ///
    /// It may still update a note that is asked.
    package var flawUnlessAsked: Phrase?

    package init(_ identity: Identity, type: NoteTypeID, values: [FieldID: FieldValue]) {
        self.identity = identity
        self.type = type
        self.values = values
    }
}

package struct ImportCard: Sendable {
    package var face: Face
    /// Nil for its note's deck.
    package var deck: DeckName?
    /// Its position among new cards.
    package var position: Int?
    package var isSuspended = false
    package var burial: Card.Burial?
    /// Until when a buried card is hidden; nil for the next day.
    package var buriedUntil: Moment?
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    package var leechLapses = 0
    package var flag: UInt8 = 0
    package var state: CardState
    /// Whether `state` has a memory of FSRS rather than one estimated from an interval.
    package var hasMemory: Bool
    /// In the order of time.
    package var log: [ImportEvent] = []
    /// Data of another program that goes back to it unchanged.
    package var extras: String?

    package init(face: Face, deck: DeckName? = nil, state: CardState, hasMemory: Bool) {
        self.face = face
        self.deck = deck
        self.state = state
        self.hasMemory = hasMemory
    }
}

/// An entry of a card's review log.
package struct ImportEvent: Sendable {
    /// The id it had in the library that wrote the file.
    package var id: EventID?
    package var mode: Mode?
    package var moment: Moment
    /// How far the learner's clock was ahead of UTC, in minutes.
    package let offset: Int
    package var kind: Event.Kind
    /// How long the answer took, in milliseconds.
    package let duration: Int
    /// Data of another program that goes back to it unchanged.
    package var extras: String?

    /// Limits the numbers to what an event can have.
    package init(
        moment: Moment,
        offset: Int,
        kind: Event.Kind,
        duration: Int,
        extras: String? = nil
    ) {
        self.moment = moment
        self.offset = offset.clamped(to: Event.offsets)
        self.kind = kind.limited
        self.duration = duration.clamped(to: Event.durations)
        self.extras = extras
    }
}
