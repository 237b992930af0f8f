internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Turns notes of a file into notes of the library, on any thread.
struct NotePreparer: Sendable {
    struct Prepared: Sendable {
        let given: ImportNote
        let texts: NoteTexts
        /// The id that follows from the file; nil where the note gets a new one.
        let id: NoteID?
        /// The cards of a note of that id; nil where their decks were not known yet.
        let cards: [(card: ImportedCard, log: [Event])]?
    }

    var types: NoteTypeMatcher
    /// New names of pictures and sounds whose names are taken by others.
    var renamedMedia: [String: String] = [:]
    /// Until when buried cards are hidden.
    let dayEnd: Moment
    private var decks: [DeckName?: (id: DeckID, scheduler: Scheduler)] = [:]

    init(types: NoteTypeMatcher, dayEnd: Moment) {
        self.types = types
        self.dayEnd = dayEnd
    }

    /// Makes the deck for a name in the file known.
    mutating func add(_ deck: DeckID, as name: DeckName?, _ scheduler: Scheduler) {
        decks[name] = (deck, scheduler)
    }

    func hasDeck(_ name: DeckName?) -> Bool { decks[name] != nil }

    /// A note in the terms of the library; nil where its type is unknown.
    func translated(_ note: ImportNote) -> ImportNote? {
        guard var note = types.translated(note) else { return nil }
        // A file may list a card twice, or have one of a template that its type lacks and the library's has.
        if note.cards.count > 1 { note.cards = note.cards.uniqued(by: \.face) }
        note.rename(renamedMedia)
        return note
    }

    /// Prepares a note that may be new; nil where its type is unknown.
    func prepared(_ note: ImportNote) -> Prepared? {
        guard let given = translated(note) else { return nil }
        let id = id(of: given)
        let isReady =
            given.cards.isEmpty
            || hasDeck(given.deck)
                && given.cards.allSatisfy { $0.deck == nil || hasDeck($0.deck) }
        return Prepared(
            given: given,
            texts: NoteTexts(of: given.nonemptyValues),
            id: id,
            cards: isReady ? id.map { cards(of: given, as: $0) } ?? [] : nil
        )
    }

    /// Equal for the same note in every library.
    private func id(of note: ImportNote) -> NoteID? {
        if let id = note.id { return id }
        guard case .guid(let guid) = note.identity, let made = note.made else { return nil }
        return NoteID(
            at: made.milliseconds.clamped(to: 1...1 << 41),
            marked: Int64(truncatingIfNeeded: StableHash(guid.rawValue).value)
        )
    }

    /// The cards of a new note, whose decks must be known; numbers are limited to what a card can have.
    func cards(
        of note: ImportNote,
        as id: NoteID
    ) -> [(card: ImportedCard, log: [Event])] {
        note.cards.map { card($0, of: note, as: id) }
    }

    private func card(
        _ given: ImportCard,
        of note: ImportNote,
        as id: NoteID
    ) -> (card: ImportedCard, log: [Event]) {
        guard let home = decks[note.deck], let deck = given.deck.map({ decks[$0] }) ?? home else {
            preconditionFailure("A card is made before its deck is known")
        }
        let id = CardID(note: id, face: given.face)
        var log = ImportLog(given, of: id, in: note)
        let state = log.reconcile(given, by: deck.scheduler)
        var card = ImportedCard(
            id: id,
            marks: CardMarks(
                deck: deck.id == home.id ? nil : deck.id,
                isSuspended: given.isSuspended,
                burial: given.burial,
                buriedUntil: given.burial == nil ? nil : given.buriedUntil ?? dayEnd,
                flag: min(given.flag, UInt8(clamping: Card.flags.upperBound))
            ),
            state: state,
            extras: given.extras
        )
        card.position = given.position?.clamped(to: Card.positions)
        card.leechLapses = given.leechLapses.clamped(to: CardState.counts)
        card.answer = log.latestAnswer
        card.reviewed = log.lastReview
        return (card, log.events)
    }
}
