internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The notes that a session is about: a source, as it was found in the library.
struct Pool {
    /// The same source under the names that the library has.
    let source: Source
    /// What to call it.
    let title: String
    /// The deck that it is, if it is one.
    let deck: DeckID?
    /// What holds in it: the settings of its one deck, or those of the library.
    let settings: StudySettings
    /// Which languages and scripts its decks have chosen.
    let asks: String

    private let piles: [NoteBatch]
    private let decks: [DeckID]
    private let deckSet: Set<DeckID>
    private let notes: Set<NoteID>

    /// Of what a search finds no more belongs to a session than could ever be asked in one.
    private static let mostFound = Session.maximumCards

    /// Looks for what is named; nil where a deck or tag is not there.
    init?(
        _ source: Source,
        on shelf: DeckShelf,
        settings: StudySettings,
        day: DealingDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var decks: [Deck] = []
        for name in source.decks {
            guard let name = DeckName(name), let deck = shelf.deck(named: name) else { return nil }
            decks.append(deck)
        }
        var tags: [TagName] = []
        var notes: [NoteID] = []
        for tag in source.tags {
            guard let tag = TagName(tag) else { return nil }
            let tagged = try reader.notes(tagged: tag)
            guard !tagged.isEmpty else { return nil }
            tags.append(tag)
            notes += tagged
        }
        if let query = source.query {
            notes += try reader.search(
                SearchQuery(query),
                limit: Self.mostFound,
                on: day.searchDay
            ).notes
        }
        let isOneDeck = decks.count == 1 && tags.isEmpty && source.query == nil
        deck = isOneDeck ? decks[0].id : nil
        self.settings = isOneDeck ? settings.holding(in: shelf.settings(of: decks[0])) : settings
        self.source = Source(
            decks: decks.map(\.name.text),
            tags: tags.map(\.text),
            query: source.query
        )
        title = (decks.map(\.name.text) + tags.map(\.text) + [source.query].compactMap(\.self))
            .joined(separator: ", ")
        let inside = decks.flatMap { shelf.decks(in: $0) }
        deckSet = Set(inside.map(\.id))
        asks = shelf.asked(by: notes.isEmpty ? inside : shelf.decks)
        self.decks = Array(deckSet)
        self.notes = Set(notes)
        piles = self.decks.map { .deck($0) } + (notes.isEmpty ? [] : [.notes(Array(self.notes))])
    }

    /// Whether a note of that deck belongs to it.
    func contains(_ note: NoteID, in deck: DeckID) -> Bool {
        deckSet.contains(deck) || notes.contains(note)
    }

    /// How many notes there are.
    func noteCount(_ reader: borrowing some Reading & ~Copyable) throws -> Int {
        try reader.noteCount(in: decks, or: Array(notes))
    }

    /// The cards that are due at some moments, each once, the first due first.
    func dueCards(
        _ moments: Range<Moment>,
        on day: DealingDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [DueCard] {
        var cards = try reader.dueCards(in: decks, moments, at: day.moment)
        // Those of one deck come in order.
        guard decks.count > 1 || !notes.isEmpty else { return cards }
        cards += try reader.dueCards(of: Array(notes), moments, at: day.moment)
        cards.sort { ($0.due, $0.number.rawValue) < ($1.due, $1.number.rawValue) }
        return notes.isEmpty ? cards : cards.uniqued(by: \.number)
    }

    /// Of some notes the cards that are due next after a day, the soonest first, one a note.
    ///
    /// Looks further and further ahead, so that a large library is not read through for a few cards.
    func nextCards(
        _ limit: Int,
        after day: DealingDay,
        besides taken: Set<NoteID>,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [DueCard] {
        var cards: [DueCard] = []
        var start = day.evening
        for end in day.mornings([2, 4, 8, 16, 32, 64, 128, 512, 2_048, 40_000]) {
            cards += try dueCards(start..<end, on: day, reader).filter { !taken.contains($0.note) }
            cards = cards.uniqued(by: \.note, upTo: limit)
            guard cards.count < limit else { break }
            start = end
        }
        return cards
    }

    /// Notes that may have a card that was never reviewed; those of which fewest were come first.
    func newNotes(
        _ limit: Int,
        besides taken: Set<NoteID>,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteID] {
        var wanted = limit + 100
        while true {
            let notes = try notes(.leastIntroduced, wanted: wanted, reader)
            let free = notes.filter { !taken.contains($0) }
            guard free.count < limit, notes.count == wanted else {
                return Array(free.prefix(limit))
            }
            wanted *= 4
        }
    }

    /// The first notes in an order, each once: as many as wanted, where there are so many.
    ///
    /// Of many piles only the first notes of each are read, and more only where these do not suffice: what lies before
    /// the last one read of every unfinished pile is certain.
    func notes(
        _ order: NoteOrder,
        wanted: Int,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteID] {
        var limit = piles.count == 1 ? wanted : max(2 * wanted / max(piles.count, 1), 8)
        while true {
            var found: [RankedNote] = []
            var certain: RankedNote?
            for pile in piles {
                let first = try reader.notes(in: pile, order: order, limit: limit)
                if first.count == limit, let last = first.last {
                    certain = min(certain ?? last, last)
                }
                found += first
            }
            found.sort()
            if let certain { found = Array(found.prefix { $0 <= certain }) }
            let notes = found.map(\.note).uniqued(by: \.self, upTo: wanted)
            if notes.count == wanted || certain == nil { return notes }
            limit *= 4
        }
    }
}

extension Array {
    /// The first elements that differ in something, at most `limit`.
    func uniqued<Key: Hashable>(by key: (Element) -> Key, upTo limit: Int = .max) -> [Element] {
        var known: Set<Key> = []
        var first: [Element] = []
        for element in self {
            guard first.count < limit else { break }
            if known.insert(key(element)).inserted { first.append(element) }
        }
        return first
    }
}
