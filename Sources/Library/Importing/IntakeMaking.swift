internal import Notes
internal import Recall
internal import Storage

/// Makes whole notes of those of a collection.
struct IntakeMaking: Sendable {
    /// A note of the file, in the words of this library.
    struct Made: Sendable {
        let given: CollectionNote
        let type: NoteTypeID
        /// What it is as a new note, as long as no other has its name; nil where its decks are not known.
        let whole: ImportedNote?
    }

    let types: IntakeTypes
    /// Pictures and sounds that are called something else here, because another has their name.
    var renamed: [String: String] = [:]
    /// When cards that are put away come back.
    let evening: Moment

    private var decks: [Int64: (id: DeckID, scheduler: Scheduler)] = [:]

    init(types: IntakeTypes, evening: Moment) {
        self.types = types
        self.evening = evening
    }

    /// Says which deck here a deck of the file is, and when its cards come back.
    mutating func lay(_ number: Int64, in deck: DeckID, _ scheduler: Scheduler) {
        decks[number] = (deck, scheduler)
    }

    /// Whether it was said which deck here a deck of the file is.
    func knows(_ number: Int64) -> Bool { decks[number] != nil }

    /// What a note is here, if nobody knows it; nil where its type is not in the file.
    func made(_ note: CollectionNote) -> Made? {
        guard let (given, type) = given(note) else { return nil }
        let isKnown = knows(given.deck) && given.cards.allSatisfy { knows($0.deck) }
        return Made(
            given: given,
            type: type,
            whole: isKnown ? whole(given, type, as: id(given)) : nil
        )
    }

    /// The name that a note gets, unless another has it.
    func id(_ given: CollectionNote) -> NoteID {
        given.id ?? NoteID(known: given.guid, made: given.made)
    }

    /// What the file says of a note, in the words of this library, and its type here; nil where its type is not in the file.
    func given(_ note: CollectionNote) -> (note: CollectionNote, type: NoteTypeID)? {
        guard let type = types[note.type] else { return nil }
        var note = type.translated(note)
        if !renamed.isEmpty { note.rename(renamed) }
        return (note, type.id)
    }

    /// A new note with its cards and their logs; all of its decks have to be known.
    func whole(_ given: CollectionNote, _ type: NoteTypeID, as id: NoteID) -> ImportedNote {
        let home = deck(given.deck).id
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
        var whole = ImportedNote(note, cards: given.cards.map { self.whole($0, of: note) })
        whole.isSuspended = given.isSuspended
        return whole
    }

    private func deck(_ number: Int64) -> (id: DeckID, scheduler: Scheduler) {
        guard let deck = decks[number] else {
            preconditionFailure("A note comes before its deck \(number)")
        }
        return deck
    }

    private func whole(
        _ given: ImportCard,
        of note: Note
    ) -> (card: ImportedCard, log: [Event]) {
        let deck = deck(given.deck)
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
    fileprivate init(known guid: NoteGUID, made: Moment) {
        let milliseconds = min(max(made.milliseconds, 1), 1 << 41)
        self.init(rawValue: milliseconds << 21 | Int64(StableHash(guid.rawValue).value & 0x1F_FFFF))
    }
}
