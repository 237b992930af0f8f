internal import Notes
internal import Recall
internal import Storage

/// A note of a collection as it comes into the library.
struct MadeNote: Sendable {
    /// What the file says, in the words of this library.
    let given: CollectionNote
    /// Its type here.
    let type: NoteTypeID
    /// The note as it is written if it is new and its id is free; nil while one of its decks is not known.
    let whole: WholeNote?
}

/// Makes whole notes of those of a collection; for any thread.
struct IntakeMaking: Sendable {
    let types: IntakeTypes
    /// Pictures and sounds that are called something else here.
    let renamed: [String: String]
    /// When cards that are put away come back.
    let evening: Moment

    private var decks: [Int64: (id: DeckID, scheduler: Scheduler)] = [:]

    init(types: IntakeTypes, renamed: [String: String], evening: Moment) {
        self.types = types
        self.renamed = renamed
        self.evening = evening
    }

    /// Says which deck here a deck of the file is, and when its cards come back.
    mutating func lay(_ number: Int64, in deck: DeckID, _ scheduler: Scheduler) {
        decks[number] = (deck, scheduler)
    }

    /// A note as it comes into the library; nil where its type is not in the file.
    func made(_ note: CollectionNote) -> MadeNote? {
        guard let type = types[note.type] else { return nil }
        var note = type.translated(note)
        if !renamed.isEmpty { note.rename(renamed) }
        let id = note.id ?? NoteID(known: note.guid, made: note.made)
        return MadeNote(given: note, type: type.id, whole: whole(note, type.id, as: id))
    }

    /// A new note with its cards and their logs; nil where one of its decks is not known.
    func whole(_ given: CollectionNote, _ type: NoteTypeID, as id: NoteID) -> WholeNote? {
        guard let home = decks[given.deck]?.id else { return nil }
        let note = Note(
            id: id,
            guid: given.guid,
            type: type,
            deck: home,
            values: given.values,
            tags: given.tags,
            wordType: given.wordType,
            place: given.place,
            made: given.made,
            changed: given.changed
        )
        var cards: [(ImportedCard, [Event])] = []
        for card in given.cards {
            guard let card = whole(card, of: note) else { return nil }
            cards.append(card)
        }
        var whole = WholeNote(note, cards: cards)
        whole.isSuspended = given.isSuspended
        return whole
    }

    private func whole(_ given: CollectionCard, of note: Note) -> (ImportedCard, [Event])? {
        guard let deck = decks[given.deck] else { return nil }
        let id = CardID(note: note.id, face: given.face)
        var log = IntakeLog(given, of: id, knownBy: note.guid)
        let state = log.settle(given, by: deck.scheduler)
        var card = ImportedCard(
            id: id,
            marks: CardMarks(
                deck: deck.id == note.deck ? nil : deck.id,
                isSuspended: given.isSuspended,
                burial: given.burial,
                buriedUntil: given.burial == nil ? nil : given.buriedUntil ?? evening,
                flag: given.flag
            ),
            state: state,
            extras: given.extras
        )
        card.position = given.position
        card.leechLapses = given.leechLapses
        card.answer = log.answer
        card.reviewed = log.reviewed
        return (card, log.events)
    }
}

extension NoteID {
    /// The name for a note that comes from elsewhere: the same for the same note, wherever it comes to.
    init(known guid: NoteGUID, made: Moment) {
        let milliseconds = min(max(made.milliseconds, 1), 1 << 41)
        self.init(rawValue: milliseconds << 21 | Int64(SteadyHash(guid.rawValue).value & 0x1F_FFFF))
    }
}
