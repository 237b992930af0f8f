package import LibraryValues
package import Notes
package import Recall
internal import Storage

extension Library {
    /// The most cards that one session is dealt at a time.
    package static let largestDeal = 200

    /// How many cards have their sides with them when they are dealt; a browser fetches the others.
    package static let firstSides = 20

    /// What is asked for beyond what is dealt by itself.
    package enum Extra: String, Sendable {
        /// Ten more new notes.
        case new
        /// Cards that are due next, the soonest first.
        case ahead
    }

    /// Deals a session, one card a note; nil where one of the decks or tags is not there.
    ///
    /// A search may find nothing.
    ///
    /// What is larger than a deal is browsed from its start; to learn, race and quiz those notes come that were never
    /// answered, or longest ago, and cards lie in the order of the deck. What review deals, `Dealer.review` says.
    ///
    /// - Parameters:
    ///   - minutes: How many minutes the learner's clock is ahead of UTC.
    ///   - had: Cards that the session has already; their notes are not dealt again.
    ///   - whole: How many cards at most are dealt with all their sides, to be put by for when there is no network.
    package func deal(
        _ mode: Mode,
        _ source: Source,
        timeZoneOffset minutes: Int = 0,
        having had: Set<CardID> = [],
        extra: Extra? = nil,
        whole: Int? = nil
    ) throws(LibraryError) -> Deal? {
        try deal(
            mode,
            source,
            timeZoneOffset: minutes,
            having: had,
            extra: extra,
            whole: whole,
            seed: .random(in: 0...UInt64.max)
        )
    }

    /// Deals a session whose chances come of `seed`.
    package func deal(
        _ mode: Mode,
        _ source: Source,
        timeZoneOffset minutes: Int = 0,
        having had: Set<CardID> = [],
        extra: Extra? = nil,
        whole: Int? = nil,
        seed: UInt64
    ) throws(LibraryError) -> Deal? {
        let moment = now()
        return try translatingErrors {
            if mode == .review { try settle() }
            return try database.read { reader in
                let settings = try reader.settings()
                let shelf = DeckShelf(try reader.decks())
                let day = try DealingDay(
                    at: moment,
                    offset: minutes,
                    boundary: settings.rules.boundary,
                    reader
                )
                let found = try Pool(source, on: shelf, settings: settings, day: day, reader)
                guard let pool = found else { return nil }
                var dealer = Dealer(
                    library: identity,
                    mode: mode,
                    pool: pool,
                    day: day,
                    model: MemoryModel(try reader.parameters()),
                    had: Set(had.map(\.note)),
                    extra: extra,
                    whole: whole,
                    seed: seed,
                    questions: Questions(
                        types: try reader.noteTypes(),
                        on: shelf,
                        ruby: settings.ruby,
                        reading: japanese,
                        hasMap: mode != .quiz
                    )
                )
                return try dealer.deal(reader)
            }
        }
    }

    /// The cards of those names, whole, in their order; nil for those that are gone, put away or asked no longer.
    ///
    /// To review they have what is remembered of them; in modes that count, only if they are new or due.
    package func cards(
        _ names: [CardID],
        for mode: Mode,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [DealtCard?] {
        let moment = now()
        return try translatingErrors {
            try database.read { reader in
                let settings = try reader.settings()
                let day = try DealingDay(
                    at: moment,
                    offset: minutes,
                    boundary: settings.rules.boundary,
                    reader
                )
                var questions = Questions(
                    types: try reader.noteTypes(),
                    on: DeckShelf(try reader.decks()),
                    ruby: settings.ruby,
                    reading: japanese
                )
                var maps = MapQuestions()
                var sheets = FaceSheets()
                return try names.map { name in
                    guard let note = try reader.lazyNote(name.note), note.head.binned == nil,
                        try !reader.unavailableFaces(of: name.note, at: moment).contains(name.face),
                        try questions.asks(name.face, of: note)
                    else { return nil }
                    let card = try reader.card(name)
                    let flag = card?.flag ?? 0
                    let found = try questions.sides(of: note, face: name.face, flag: flag)
                    guard var sides = found else { return nil }
                    try sides.showMedia(with: reader, &sheets)
                    var dealt = DealtCard(
                        note: name.note,
                        face: name.face,
                        sides: sides,
                        flag: flag,
                        map: try maps.question(for: note.head, name.face, reader)
                    )
                    let state = card?.state ?? .new
                    let moves =
                        mode == .review
                        || settings.counts.contains(mode) && !day.notesDone.contains(name.note)
                            && (state.stage == .new || day.isDue(state))
                    if moves { (dealt.state, dealt.seed) = (state, name.seed) }
                    return dealt
                }
            }
        }
    }
}
