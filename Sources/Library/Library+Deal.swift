internal import Languages
public import Notes
public import Recall
internal import Storage

extension Library {
    /// The most cards that one session is dealt.
    public static let largestDeal = 200

    /// How many cards have their sides with them when they are dealt; a browser fetches the others.
    public static let firstSides = 20

    /// What a browser asks for beyond what is dealt by itself.
    public enum Extra: String, Sendable {
        /// Ten more new notes.
        case new
        /// Cards that are due next, the soonest first.
        case ahead
    }

    /// Deals a session, one card a note; nil where one of the decks or tags is not there.
    ///
    /// A deck larger than a deal is browsed from its start; in the other modes those notes come that were never
    /// answered, or longest ago. Cards lie in the order of the deck.
    ///
    /// - Parameters:
    ///   - minutes: How many minutes the learner's clock is ahead of UTC.
    ///   - had: Cards that the session has already.
    public func deal(
        _ mode: Mode,
        _ source: Source,
        timeZoneOffset minutes: Int = 0,
        having had: Set<CardID> = [],
        extra: Extra? = nil
    ) throws(LibraryError) -> Deal? {
        var generator = SystemRandomNumberGenerator()
        return try deal(mode, source, having: had, using: &generator)
    }

    /// Deals a session whose choice among the faces of a note comes from `generator`.
    package func deal(
        _ mode: Mode,
        _ source: Source,
        having had: Set<CardID> = [],
        using generator: inout some RandomNumberGenerator
    ) throws(LibraryError) -> Deal? {
        let moment = now()
        return try translatingErrors {
            try database.read { reader in
                let shelf = DeckShelf(try reader.decks())
                let types = try reader.noteTypes()
                var dealt: [(note: Note, card: DealtCard)] = []
                var names: [String] = []
                for name in source.decks {
                    guard let name = DeckName(name), let deck = shelf.deck(named: name) else {
                        return nil
                    }
                    names.append(deck.name.text)
                    var questions = Questions(
                        types: types,
                        choosing: shelf.settings(of: deck).languageChoice ?? .all,
                        in: deck.name
                    )
                    for id in try candidates(in: deck, for: mode, with: reader)
                    where dealt.count < Self.largestDeal && !had.contains(where: { $0.note == id })
                    {
                        guard let note = try reader.note(id) else { continue }
                        let suspended = try reader.suspendedFaces(of: id)
                        if let card = questions.card(
                            of: note,
                            without: suspended,
                            using: &generator
                        ) {
                            dealt.append((note, card))
                        }
                    }
                }
                dealt.sort { ($0.note.made, $0.note.id) < ($1.note.made, $1.note.id) }
                return Deal(
                    library: identity,
                    mode: mode,
                    title: names.joined(separator: ", "),
                    source: Source(decks: names),
                    at: moment,
                    seed: generator.next(),
                    cards: dealt.map(\.card)
                )
            }
        }
    }

    /// The cards of those names, whole, in their order; nil for those that are gone or put away.
    public func cards(
        _ names: [CardID],
        for mode: Mode,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [DealtCard?] {
        try translatingErrors {
            try database.read { reader in
                let types = try reader.noteTypes()
                return try names.map { name in
                    guard let note = try reader.note(name.note), note.binned == nil,
                        let type = types[note.type],
                        try !reader.suspendedFaces(of: note.id).contains(name.face),
                        let sides = CardMaker(type).sides(of: note, face: name.face)
                    else { return nil }
                    return DealtCard(note: name.note, face: name.face, sides: sides)
                }
            }
        }
    }

    /// More notes than are dealt, because not every note has a card to show; a bound keeps a huge deck of such from
    /// being read through.
    private func candidates(
        in deck: Deck,
        for mode: Mode,
        with reader: borrowing Reader
    ) throws -> [NoteID] {
        try reader.notes(
            in: deck.name,
            order: mode == .browse ? .made : .longestUnanswered,
            limit: 5 * Self.largestDeal
        )
    }
}
