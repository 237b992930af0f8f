package import LibraryValues
package import Notes
package import Recall
internal import Storage

extension Library {
    /// The most cards dealt at a time.
    package static let largestDeal = 200

    /// How many cards are practised before the session ends and offers to go on.
    package static let practiceBatch = 20

    /// How many cards are dealt with their sides; the browser fetches the others.
    package static let firstSides = 20

    /// What to deal beyond the daily limits.
    package enum Extra: String, Decodable, Sendable {
        /// Ten more new notes.
        case new
        /// Cards that are due later, the soonest first.
        case ahead
    }

    /// Deals a session, one card for each note; nil where one of the decks or tags does not exist.
    ///
    /// A search may find nothing.
    ///
    /// A source larger than a deal is browsed from its start; learn, race and quiz take a batch of the notes that were never
    /// answered or not for the longest time, in the deck's order. For review see `Dealer.review`.
    ///
    /// - Parameters:
    ///   - minutes: How many minutes the learner's clock is ahead of UTC.
    ///   - had: Cards that the session already has; their notes are not dealt again.
    ///   - whole: The most cards to deal with all their sides, for offline use.
    ///   - seed: Determines all random choices.
    package func deal(
        _ mode: Mode,
        _ source: Source,
        timeZoneOffset minutes: Int = 0,
        having had: Set<CardID> = [],
        extra: Extra? = nil,
        whole: Int? = nil,
        seed: UInt64 = .random(in: 0...UInt64.max)
    ) throws(LibraryError) -> Deal? {
        let moment = now()
        return try translatingErrors {
            if mode == .review { try refreshStaleNotes() }
            return try database.read { reader -> Deal? in
                let found = try makeDealer(
                    mode,
                    source,
                    at: moment,
                    timeZoneOffset: minutes,
                    having: had,
                    extra: extra,
                    whole: whole,
                    seed: seed,
                    reader
                )
                guard var dealer = found else { return nil }
                return try dealer.deal(reader)
            }
        }
    }

    /// How many cards a review deals tomorrow if nothing is answered until then; nil where a deck or tag does not exist.
    ///
    /// - Parameter minutes: How many minutes the learner's clock is ahead of UTC.
    package func tomorrow(
        _ source: Source,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> Int? {
        let moment = now()
        return try translatingErrors {
            try refreshStaleNotes()
            return try database.read { reader -> Int? in
                let found = try makeDealer(
                    .review,
                    source,
                    at: moment,
                    daysLater: 1,
                    timeZoneOffset: minutes,
                    reader
                )
                guard var dealer = found else { return nil }
                return try dealer.review(reader).cards
            }
        }
    }

    /// What deals a session, today or at the beginning of a later day; nil where one of the decks or tags does not exist.
    private func makeDealer(
        _ mode: Mode,
        _ source: Source,
        at moment: Moment,
        daysLater days: Int = 0,
        timeZoneOffset minutes: Int,
        having had: Set<CardID> = [],
        extra: Extra? = nil,
        whole: Int? = nil,
        seed: UInt64 = 0,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Dealer? {
        let settings = try reader.settings()
        let hierarchy = DeckHierarchy(try reader.decks())
        var day = try DealingDay(
            at: moment,
            offset: minutes,
            boundary: settings.rules.boundary,
            reader
        )
        if days > 0 { day = try day.day(after: days, reader) }
        let found = try Pool(source, in: hierarchy, day: day, reader)
        guard let pool = found else { return nil }
        return Dealer(
            library: identity,
            mode: mode,
            pool: pool,
            hierarchy: hierarchy,
            settings: settings,
            day: day,
            schedulers: try DeckSchedulers(
                of: pool.possibleDecks,
                settings: settings,
                in: hierarchy,
                reader
            ),
            had: Set(had.map(\.note)),
            extra: extra,
            whole: whole,
            seed: seed,
            questions: Questions(
                types: try reader.noteTypes(),
                in: hierarchy,
                ruby: settings.ruby,
                reading: japanese,
                hasMap: mode != .quiz
            )
        )
    }

    /// The cards with their sides, in the given order; nil for those that are gone, suspended, buried or not studied any more.
    ///
    /// In review they have their states; in other modes that affect schedules only if they are new or due.
    package func cards(
        _ names: [CardID],
        for mode: Mode,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> [DealtCard?] {
        let moment = now()
        return try read { reader in
            let settings = try reader.settings()
            let day = try DealingDay(
                at: moment,
                offset: minutes,
                boundary: settings.rules.boundary,
                reader
            )
            var questions = Questions(
                types: try reader.noteTypes(),
                in: DeckHierarchy(try reader.decks()),
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
