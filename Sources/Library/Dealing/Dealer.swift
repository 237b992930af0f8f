internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Deals one session from one snapshot of the library.
///
/// Notes are selected by indexes alone; only those that are dealt are read.
struct Dealer {
    /// A selected card with its note.
    struct Pick {
        let note: LazyNote
        var card: DealtCard
    }

    let library: LibraryIdentity
    let mode: Mode
    let pool: Pool
    let hierarchy: DeckHierarchy
    let settings: StudySettings
    let day: DealingDay
    let schedulers: DeckSchedulers
    /// Notes that the session already has a card of.
    let had: Set<NoteID>
    let extra: Library.Extra?
    /// The most cards to deal with all their sides; nil to deal as many as fit, of which only the first have sides.
    let whole: Int?
    let seed: UInt64
    var questions: Questions

    /// How many cards a session of this mode has before it ends; nil if it goes through all.
    private var batch: Int? {
        switch mode {
        case .learn, .race, .quiz: Library.practiceBatch
        case .browse, .review: nil
        }
    }

    /// Whether the day's first answer to a due or new card changes its schedule.
    private var counts: Bool { mode == .review || settings.counts.contains(mode) }

    mutating func deal(_ reader: borrowing some Reading & ~Copyable) throws -> Deal {
        var deal = Deal(
            library: library,
            mode: mode,
            title: pool.title,
            source: pool.source,
            deck: pool.deck,
            at: day.moment,
            seed: seed,
            cards: [],
            batch: batch,
            asks: pool.asks
        )
        var picks: [Pick]
        if mode == .review {
            let review = try review(reader)
            picks = review.picks
            deal.waiting = review.waiting
            deal.beyond = try beyond(review, reader)
        } else {
            (picks, deal.beyond.cards) = try practice(reader)
        }
        if !had.isEmpty { picks = shuffled(picks) }
        try addMaps(to: &picks, reader)
        if mode == .quiz { deal.others = try offerAnswers(to: &picks, reader) }
        if counts { deal.schedule = try schedule(reader) }
        deal.cards = picks.map(\.card)
        deal.new = deal.cards.count { $0.state?.stage == .new }
        deal.due = deal.cards.count { $0.state != nil } - deal.new - deal.waiting
        if let whole {
            deal.keepFirst(whole)
        } else {
            removeSidesToFetch(in: &deal)
        }
        try Self.showMedia(in: &deal, reader)
        return deal
    }

    private func addMaps(
        to picks: inout [Pick],
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var maps = MapQuestions()
        for position in picks.indices {
            let (note, face) = (picks[position].note, picks[position].card.face)
            picks[position].card.map = try maps.question(for: note.head, face, reader)
        }
    }

    private static func showMedia(
        in deal: inout Deal,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var sheets = FaceSheets()
        for position in deal.cards.indices {
            try deal.cards[position].sides?.showMedia(with: reader, &sheets)
        }
        for position in deal.others.indices {
            try deal.others[position].back.showMedia { try reader.mediaHash(of: $0) }
        }
    }

    /// One card of each note, and how many notes are left: those unanswered for the longest time, in the deck's order.
    private mutating func practice(
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> (picks: [Pick], left: Int) {
        let order: NoteOrder = mode == .browse ? .made : .longestUnanswered
        // A second batch is looked for, too, because the end of the first one says how many cards it would have.
        let most = batch.map { 2 * $0 } ?? Library.largestDeal
        var picks: [Pick] = []
        var (seen, wanted) = (0, most + had.count)
        var (examined, left) = (0, 0)
        while true {
            let notes = try pool.notes(order, wanted: wanted, reader)
            for id in notes.dropFirst(seen)
            where picks.count < most && !had.contains(id) {
                examined += 1
                if let pick = try pick(of: id, reader) { picks.append(pick) }
            }
            let isAll = notes.count < wanted
            // Not every note has a card to show; the bound avoids reading all of a huge deck of such notes.
            let isEnough = picks.count == most || isAll
            if isEnough || wanted > 5 * Library.largestDeal + had.count {
                let total =
                    isAll
                    ? notes.count { !had.contains($0) } : try pool.noteCount(reader) - had.count
                left = picks.isEmpty ? 0 : max(0, total - examined)
                break
            }
            (seen, wanted) = (notes.count, 3 * wanted)
        }
        if let batch, picks.count > batch {
            left += picks.count - batch
            picks.removeLast(picks.count - batch)
        }
        picks.sort {
            ($0.note.head.made, $0.card.note) < ($1.note.head.made, $1.card.note)
        }
        return (picks, left)
    }

    /// A card of a note: its first, or for languages a random one by the seed; nil where it has none to show.
    private mutating func pick(
        of id: NoteID,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Pick? {
        guard let note = try reader.lazyNote(id) else { return nil }
        let unavailable = try reader.unavailableFaces(of: id, at: day.moment)
        let faces = unavailable.available(among: try questions.faces(of: note))
        let start = questions.varies(note) ? draw(below: faces.count, for: id) : 0
        for turn in faces.indices {
            let face = faces[(start + turn) % faces.count]
            let asked = try reader.card(CardID(note: id, face: face))
            let flag = asked?.flag ?? 0
            guard let sides = try questions.sides(of: note, face: face, flag: flag) else {
                continue
            }
            var card = DealtCard(note: id, face: face, sides: sides, flag: flag)
            if counts, !day.notesDone.contains(id) { add(asked?.state ?? .new, to: &card) }
            card.scheduler = schedulers.name(of: asked?.deck ?? note.head.deck)
            return Pick(note: note, card: card)
        }
        return nil
    }

    /// Adds the card's state, so that an answer changes its schedule, if it is new or due.
    private func add(_ state: CardState, to card: inout DealtCard) {
        guard state.stage == .new || day.isDue(state) else { return }
        card.state = state
        card.seed = card.id.seed
    }

    /// A random number below `count` that depends only on the session's seed and the note.
    private func draw(below count: Int, for note: NoteID) -> Int {
        guard count > 0 else { return 0 }
        var bits = (seed ^ UInt64(bitPattern: note.rawValue)) &* 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ (bits >> 32)) &* 0xd134_2543_de82_ef95
        return Int((bits ^ (bits >> 29)) % UInt64(count))
    }

    private func schedule(
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> DealtSchedule {
        let due = try reader.dueCounts(between: day.mornings(1...ReviewLoad.days + 1))
        let weights = day.weights(days: due.count, easyDays: settings.easyDays)
        return DealtSchedule(
            schedulers: schedulers.dealt,
            // Of two days without cards, the easy one is the busier.
            load: zip(due, weights).map { count, weight in weight * (count + 1) - 1 },
            weights: weights
        )
    }

    /// Shuffles cards that join a running session, because the engine keeps the order in which they arrive.
    private func shuffled(_ picks: [Pick]) -> [Pick] {
        guard let session = Session(mode, cards: picks.count, seed: seed) else { return picks }
        return picks.indices.compactMap { session.card(at: $0) }.map { picks[$0] }
    }

    /// Removes all sides except for the cards that the session shows first and the answers offered with them.
    ///
    /// The engine that orders the cards in the browser determines them here too.
    private func removeSidesToFetch(in deal: inout Deal) {
        guard had.isEmpty else {
            for position in deal.cards.indices.dropFirst(Library.firstSides) {
                deal.cards[position].sides = nil
            }
            return
        }
        let playable = deal.cards.count - deal.waiting
        guard let session = Session(mode, cards: playable, seed: seed) else { return }
        var first = (0..<Library.firstSides).compactMap { session.card(at: $0) }
        first += (playable..<deal.cards.count).prefix(Library.firstSides - first.count)
        if mode == .quiz {
            let meanings = deal.cards.compactMap(\.meaning) + deal.others.map(\.meaning)
            first += first.flatMap { session.choices(for: $0, among: meanings) }
        }
        let shown = Set(first)
        for position in deal.cards.indices where !shown.contains(position) {
            deal.cards[position].sides = nil
        }
    }
}
