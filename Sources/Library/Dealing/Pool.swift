internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The notes of a session: a source resolved in the library.
struct Pool {
    /// The source, spelled as in the library.
    let source: Source
    let title: String
    /// The deck, if the source is exactly one.
    let deck: DeckID?
    /// The language and script choices of its decks, as text.
    let asks: String

    /// The decks that its cards may be in.
    let possibleDecks: [Deck]

    private let batches: [NoteBatch]
    private let decks: [DeckID]
    private let deckSet: Set<DeckID>
    private let notes: Set<NoteID>

    /// The most search results of a session, because no session is larger.
    private static let mostFound = Session.maximumCards
    /// How many more notes of a deck are read than its limits allow.
    private static let spareNotes = 200

    /// Nil where a deck or tag does not exist.
    init?(
        _ source: Source,
        in hierarchy: DeckHierarchy,
        day: DealingDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var decks: [DeckName] = []
        for name in source.decks {
            guard let name = DeckName(name).flatMap({ hierarchy.spelling(of: $0) }) else {
                return nil
            }
            decks.append(name)
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
        deck = isOneDeck ? hierarchy.deck(named: decks[0])?.id : nil
        self.source = Source(
            decks: decks.map(\.text),
            tags: tags.map(\.text),
            query: source.query
        )
        let names = decks.map(\.title) + tags.map(\.title) + [source.query].compactMap(\.self)
        title = source == .all ? say("All decks") : names.joined(separator: ", ")
        let inside =
            source == .all ? hierarchy.decks : decks.flatMap { hierarchy.decks(in: $0) }
        deckSet = Set(inside.map(\.id))
        possibleDecks = notes.isEmpty ? inside : hierarchy.decks
        asks = hierarchy.asked(by: possibleDecks)
        self.decks = Array(deckSet)
        self.notes = Set(notes)
        batches = self.decks.map { .deck($0) } + (notes.isEmpty ? [] : [.notes(Array(self.notes))])
    }

    func noteCount(_ reader: borrowing some Reading & ~Copyable) throws -> Int {
        try reader.noteCount(in: decks, or: Array(notes))
    }

    /// What is due today, as positions in `DueToday.cards`.
    func due(among today: DueToday, on day: DealingDay) -> DueNotes {
        let positions = today.cards.indices.filter {
            deckSet.contains(today.cards[$0].deck) || notes.contains(today.cards[$0].note)
        }
        return DueNotes(positions, in: today.cards, on: day)
    }

    /// The cards due in a range of moments, without duplicates, in order of their due dates.
    func dueCards(
        _ moments: Range<Moment>,
        on day: DealingDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [DueCard] {
        var cards = try reader.dueCards(in: decks, moments, at: day.moment)
        // The cards of a single deck are read in order.
        guard decks.count > 1 || !notes.isEmpty else { return cards }
        cards += try reader.dueCards(of: Array(notes), moments, at: day.moment)
        cards.sort { ($0.due, $0.number.rawValue) < ($1.due, $1.number.rawValue) }
        return notes.isEmpty ? cards : cards.uniqued(by: \.number)
    }

    /// The cards that are due next after a day, the soonest first, one for each note.
    ///
    /// Widens the range step by step, so that a few cards do not require reading all of a large library.
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

    /// Notes that may have a card that was never reviewed; those with the fewest reviewed cards come first.
    func notesWithNewCards(
        _ limit: Int,
        besides taken: Set<NoteID>,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteID] {
        try [NoteID].firstWanted(limit, where: { !taken.contains($0) }) { count in
            try notes(.leastIntroduced, wanted: count, reader)
        }
    }

    /// Notes that may have a new card today, in the same order: of each deck some more than the limits allow, because not all
    /// of them have one.
    func newNotes(
        within today: DueToday,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteID] {
        var found: [RankedNote] = []
        for batch in batches {
            let most =
                switch batch {
                case .deck(let deck): today.limits.new.remaining(towards: today.limits(of: deck))
                case .notes(let notes): notes.count
                }
            guard most > 0 else { continue }
            found += try today.untakenNotes(in: batch, most + Self.spareNotes, reader)
        }
        return found.sorted().map(\.note).uniqued(by: \.self)
    }

    /// The first `wanted` notes in an order, without duplicates.
    ///
    /// With several batches only the first notes of each are read, and more only where these do not suffice: the result is
    /// final up to the smallest of the last notes read from unfinished batches.
    func notes(
        _ order: NoteOrder,
        wanted: Int,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [NoteID] {
        var limit = batches.count == 1 ? wanted : max(2 * wanted / max(batches.count, 1), 8)
        while true {
            var found: [RankedNote] = []
            var certain: RankedNote?
            for batch in batches {
                let first = try reader.notes(in: batch, order: order, limit: limit)
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
    /// The first wanted elements of a list that is read from its beginning, and further while too few of them are wanted.
    static func firstWanted(
        _ limit: Int,
        where isWanted: (Element) -> Bool,
        reading read: (_ count: Int) throws -> [Element]
    ) rethrows -> [Element] {
        // Some more than the limit, because reading a second time takes longer.
        var count = limit + 100
        while true {
            let elements = try read(count)
            let wanted = elements.filter(isWanted)
            guard wanted.count < limit, elements.count == count else {
                return Array(wanted.prefix(limit))
            }
            count *= 4
        }
    }

    /// The first elements with distinct keys, at most `limit`.
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
