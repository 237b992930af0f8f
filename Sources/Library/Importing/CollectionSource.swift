package import Languages
package import Notes
package import Recall

/// A whole collection of another program, read a note at a time.
package protocol CollectionSource: Sendable {
    /// Its decks, by the numbers that it has for them.
    var decks: [CollectionDeck] { get }
    /// Its note types, by the numbers that it has for them; their own ids are of no account.
    var types: [CollectionType] { get }
    /// How many notes it has, more or less.
    var noteCount: Int { get }
    /// How its learner forgets, if it was found out.
    var parameters: Parameters? { get }
    /// What its learner has settled, if it says so.
    var settings: StudySettings? { get }
    /// What of it cannot be taken, and why: one plain line each.
    var leftOut: [Phrase] { get }
    /// The names of its pictures and sounds.
    var mediaNames: [String] { get }

    /// The content of a picture or sound; nil where it cannot be taken.
    func medium(named name: String, limit: Int) throws -> [UInt8]?

    /// Lends its notes one by one, in whatever order.
    ///
    /// - Parameter rules: What holds for the library that they go into.
    func forEachNote(
        _ rules: CollectionRules,
        _ body: (CollectionNote) throws -> Void
    ) throws
}

/// What a source has to know of the library in order to say what is remembered of a card.
package struct CollectionRules: Sendable {
    /// How memory changes and fades.
    package let model: MemoryModel
    /// What the learner has settled.
    package let settings: StudySettings

    package init(model: MemoryModel, settings: StudySettings) {
        self.model = model
        self.settings = settings
    }
}

/// A deck of another program.
package struct CollectionDeck: Sendable {
    /// Its number there.
    package var number: Int64
    /// What it is called.
    package var name: DeckName
    /// What it says for itself.
    package var settings: DeckSettings
    /// The file that its notes came from, if that is kept.
    package var file: CollectionFile?

    /// Puts a deck together.
    package init(number: Int64, name: DeckName, settings: DeckSettings = DeckSettings()) {
        self.number = number
        self.name = name
        self.settings = settings
    }
}

/// A file that the notes of a deck came from.
package struct CollectionFile: Sendable {
    /// What is in it.
    package var bytes: [UInt8]
    /// Languages that it has under other names.
    package var names: [String: String]

    /// Puts it together.
    package init(bytes: [UInt8], names: [String: String]) {
        self.bytes = bytes
        self.names = names
    }
}

/// A note type of another program.
package struct CollectionType: Sendable {
    /// Its number there.
    package var number: Int64
    /// What it is; the id is the one that it gets here, unless it is there already.
    package var type: NoteType
    /// When it was last changed there.
    package var changed: Moment

    /// Puts a type together.
    package init(number: Int64, type: NoteType, changed: Moment) {
        self.number = number
        self.type = type
        self.changed = changed
    }
}

/// A note of another program, with its cards and their logs.
package struct CollectionNote: Sendable {
    /// Names it, where it came from a library like this one.
    package var id: NoteID?
    /// Knows it again.
    package var guid: NoteGUID
    /// The number of its type.
    package var type: Int64
    /// The number of the deck that it is at home in.
    package var deck: Int64
    /// What its fields hold.
    package var values: [FieldID: FieldValue]
    /// Its tags.
    package var tags: [TagName]
    /// What kind of word it is, if that was said.
    package var wordType: WordType?
    /// Where it lies, if it is a place.
    package var place: Place?
    /// When it was made.
    package var made: Moment
    /// When it was last changed.
    package var changed: Moment
    /// Whether those of its cards are suspended that are not there.
    package var isSuspended = false
    /// Those of its cards that are there.
    package var cards: [ImportCard]

    /// Puts a note together.
    package init(
        guid: NoteGUID,
        type: Int64,
        deck: Int64,
        values: [FieldID: FieldValue],
        tags: [TagName],
        made: Moment,
        changed: Moment,
        cards: [ImportCard]
    ) {
        self.guid = guid
        self.type = type
        self.deck = deck
        self.values = values
        self.tags = tags
        self.made = made
        self.changed = changed
        self.cards = cards
    }
}

/// A card of another program.
package struct ImportCard: Sendable {
    /// The question.
    package var face: Face
    /// The number of the deck that it lies in.
    package var deck: Int64
    /// Where it stands in the row of new cards.
    package var position: Int?
    /// Whether it is left out until the learner says otherwise.
    package var isSuspended = false
    /// Why it is put away, if it is.
    package var burial: Card.Burial?
    /// When it is asked again, if it is put away; nil for the next day.
    package var buriedUntil: Moment?
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    package var leechLapses = 0
    /// The colour of its flag.
    package var flag: UInt8 = 0
    /// What the other program remembers of it.
    package var state: CardState
    /// Whether the other program remembers as we do, so that its memory can be told from ours.
    package var hasMemory: Bool
    /// What was answered, and what was said of it, from the first on.
    package var log: [ImportEvent] = []
    /// What the other program keeps with it and we do not use.
    package var extras: String?

    /// Puts a card together.
    package init(face: Face, deck: Int64, state: CardState, hasMemory: Bool) {
        self.face = face
        self.deck = deck
        self.state = state
        self.hasMemory = hasMemory
    }
}

/// An entry of another program's log.
package struct ImportEvent: Sendable {
    /// Names it, where it came from a library like this one.
    package var id: EventID?
    /// In which mode it was given, if that was said.
    package var mode: Mode?
    /// When it happened.
    package var moment: Moment
    /// Minutes that the learner's clock was ahead of UTC.
    package var offset: Int
    /// What it says.
    package var kind: Event.Kind
    /// How long the answer took, in milliseconds.
    package var duration: Int
    /// What the other program keeps with it and we do not use.
    package var extras: String?

    /// Puts an event together.
    package init(
        moment: Moment,
        offset: Int,
        kind: Event.Kind,
        duration: Int,
        extras: String? = nil
    ) {
        self.moment = moment
        self.offset = offset
        self.kind = kind
        self.duration = duration
        self.extras = extras
    }
}
