internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Deals one session within one state of the library.
///
/// Only the notes that are dealt are read; which these are, indexes tell.
struct Dealer {
    /// A card on its way to the table, with the note that it was made of.
    struct Pick {
        let note: LazyNote
        var card: DealtCard
    }

    let library: LibraryIdentity
    let mode: Mode
    let pool: Pool
    let day: DealingDay
    let model: MemoryModel
    /// Notes that the session has a card of already.
    let had: Set<NoteID>
    let extra: Library.Extra?
    /// How many cards are dealt at most, each with its sides; nil for the first sides of as many as there are.
    let whole: Int?
    let seed: UInt64
    var questions: Questions

    /// Whether the first answer of the day on a due or new card moves its schedule.
    private var counts: Bool { mode == .review || pool.settings.counts.contains(mode) }

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
            asks: pool.asks
        )
        var picks: [Pick]
        if mode == .review {
            let review = try review(reader)
            picks = review.picks
            deal.waiting = review.waiting
            deal.beyond = review.beyond
        } else {
            (picks, deal.beyond.cards) = try practice(reader)
        }
        if !had.isEmpty { picks = laid(picks) }
        try addMaps(to: &picks, reader)
        if mode == .quiz { deal.others = try offerAnswers(to: &picks, reader) }
        if counts { deal.schedule = try schedule(reader) }
        deal.cards = picks.map(\.card)
        deal.new = deal.cards.count { $0.state?.stage == .new }
        deal.due = deal.cards.count { $0.state != nil } - deal.new - deal.waiting
        if let whole {
            deal.keepFirst(whole)
        } else {
            leaveSidesToFetch(in: &deal)
        }
        try Self.showMedia(in: &deal, reader)
        return deal
    }

    private func addMaps(
        to picks: inout [Pick],
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var maps = MapQuestions()
        for place in picks.indices {
            let (note, face) = (picks[place].note, picks[place].card.face)
            picks[place].card.map = try maps.question(for: note.head, face, reader)
        }
    }

    private static func showMedia(
        in deal: inout Deal,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var sheets = FaceSheets()
        for place in deal.cards.indices {
            try deal.cards[place].sides?.showMedia(with: reader, &sheets)
        }
        for place in deal.others.indices {
            try deal.others[place].back.showMedia { try reader.mediaHash(of: $0) }
        }
    }

    /// Cards to practise, and how many are left for later: of each note one, those longest unanswered first, laid in the
    /// order of the deck.
    private mutating func practice(
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> (picks: [Pick], left: Int) {
        let order: NoteOrder = mode == .browse ? .made : .longestUnanswered
        var picks: [Pick] = []
        var (seen, wanted) = (0, Library.largestDeal + had.count)
        var (looked, left) = (0, 0)
        while true {
            let notes = try pool.notes(order, wanted: wanted, reader)
            for id in notes.dropFirst(seen)
            where picks.count < Library.largestDeal && !had.contains(id) {
                looked += 1
                if let pick = try pick(of: id, reader) { picks.append(pick) }
            }
            let isAll = notes.count < wanted
            // Not every note has a card to show; a bound keeps a huge deck of such from being read through.
            let isEnough = picks.count == Library.largestDeal || isAll
            if isEnough || wanted > 5 * Library.largestDeal + had.count {
                let there =
                    isAll
                    ? notes.count { !had.contains($0) } : try pool.noteCount(reader) - had.count
                left = picks.isEmpty ? 0 : max(0, there - looked)
                break
            }
            (seen, wanted) = (notes.count, 3 * wanted)
        }
        picks.sort {
            ($0.note.head.made, $0.card.note) < ($1.note.head.made, $1.card.note)
        }
        return (picks, left)
    }

    /// One card of a note: its first, or of languages one that the seed draws; nil where it has none to show.
    private mutating func pick(
        of id: NoteID,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Pick? {
        guard let note = try reader.lazyNote(id) else { return nil }
        let away = try reader.unavailableFaces(of: id, at: day.moment)
        let faces = away.available(among: try questions.faces(of: note))
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
            return Pick(note: note, card: card)
        }
        return nil
    }

    /// Lets an answer move the card's schedule, if its time has come.
    private func add(_ state: CardState, to card: inout DealtCard) {
        guard state.stage == .new || day.isDue(state) else { return }
        card.state = state
        card.seed = card.id.seed
    }

    /// A number below `count` that follows from the session's seed and the note alone.
    private func draw(below count: Int, for note: NoteID) -> Int {
        guard count > 0 else { return 0 }
        var bits = (seed ^ UInt64(bitPattern: note.rawValue)) &* 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ (bits >> 32)) &* 0xd134_2543_de82_ef95
        return Int((bits ^ (bits >> 29)) % UInt64(count))
    }

    private func schedule(
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> DealtSchedule {
        DealtSchedule(
            parameters: model.parameters,
            rules: pool.settings.rules,
            load: try reader.dueCounts(between: day.mornings(1...ReviewLoad.days + 1))
        )
    }

    /// Brings cards that join a session into the order of the engine, which lays them as they come.
    private func laid(_ picks: [Pick]) -> [Pick] {
        guard let session = Session(mode, cards: picks.count, seed: seed) else { return picks }
        return picks.indices.compactMap { session.card(at: $0) }.map { picks[$0] }
    }

    /// Keeps the sides of the cards that the session shows first, and of the answers that it offers with them.
    ///
    /// The engine that will lay the cards in the browser says here which these are.
    private func leaveSidesToFetch(in deal: inout Deal) {
        guard had.isEmpty else {
            for place in deal.cards.indices.dropFirst(Library.firstSides) {
                deal.cards[place].sides = nil
            }
            return
        }
        let laid = deal.cards.count - deal.waiting
        guard let session = Session(mode, cards: laid, seed: seed) else { return }
        var first = (0..<Library.firstSides).compactMap { session.card(at: $0) }
        first += (laid..<deal.cards.count).prefix(Library.firstSides - first.count)
        if mode == .quiz {
            let meanings = deal.cards.compactMap(\.meaning) + deal.others.map(\.meaning)
            first += first.flatMap { session.choices(for: $0, among: meanings) }
        }
        let kept = Set(first)
        for place in deal.cards.indices where !kept.contains(place) {
            deal.cards[place].sides = nil
        }
    }
}
