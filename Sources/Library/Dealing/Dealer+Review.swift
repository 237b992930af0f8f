internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Review: due cards, mixed with new ones.
///
/// Cards whose learning step is over come first, then cards due before the learner's day ends, the least likely recalled
/// first, up to the daily limits; new notes are spread evenly among these, up to theirs. What was reviewed and introduced
/// today counts towards the limits. Of a note's cards only the most overdue is dealt; the others wait for another day. A
/// backlog is spread: of more than fifty overdue cards a day has time for a seventh, so that most of them are done in a
/// fortnight, and the most forgotten come first.
extension Dealer {
    /// How many cards are dealt ahead of their due dates at a time.
    private static let ahead = 50
    /// How many new notes are dealt beyond the limit at a time.
    private static let moreNew = 10

    struct Review {
        var picks: [Pick] = []
        /// How many of the picks, the last ones, wait for a learning step to end.
        var waiting = 0
        var beyond = Deal.Beyond()
    }

    mutating func review(_ reader: borrowing some Reading & ~Copyable) throws -> Review {
        let today = try DueToday(hierarchy, day, settings, reader)
        var candidates = Candidates(pool.dueCards(among: today), on: day)
        let new = try pool.newNotes(Deal.Beyond.most, besides: today.taken, reader)
        var review = Review()
        var left = 0

        switch extra {
        case .new:
            // Notes that the session has already count towards the daily limits, but not towards extra ones.
            review.picks = try newCards(
                of: new.filter { !had.contains($0) },
                within: CardLimits([Self.moreNew]),
                reader
            ) { _ in [0] }
        case .ahead:
            // What is due and more than the limits allow comes before what is not due yet.
            let later = try pool.nextCards(
                Self.ahead,
                after: day,
                besides: candidates.notes.union(day.notesDone).union(had),
                reader
            )
            let cards = candidates.due(besides: had) + later
            review.picks = try cards.prefix(Self.ahead).compactMap { try pick($0, reader) }
        case nil:
            let fresh = try newCards(
                of: pool.newNotes(within: today, reader),
                within: today.limits.new,
                reader
            ) { today.limits(of: $0) }
            .filter { !had.contains($0.card.note) }
            var order: [Pick] = []
            var asked = 0
            while true {
                let queue = ReviewQueue(
                    boundary: settings.rules.boundary,
                    limits: today.limits,
                    moment: day.moment.milliseconds,
                    offset: day.offset
                )
                let positions = queue.deal(candidates.all(with: fresh, schedulers, today))
                asked = positions.count {
                    $0 >= candidates.cards.count || !had.contains(candidates.cards[$0].note)
                }
                var removed: Set<CardNumber> = []
                order = []
                for position in positions where order.count < Library.largestDeal {
                    guard position < candidates.cards.count else {
                        order.append(fresh[position - candidates.cards.count])
                        continue
                    }
                    let card = candidates.cards[position]
                    guard !had.contains(card.note) else { continue }
                    if let pick = try pick(card, reader) {
                        order.append(pick)
                    } else {
                        removed.insert(card.number)
                    }
                }
                // A card that its note no longer has must not take the position of the next one.
                if removed.isEmpty { break }
                candidates.remove(removed)
            }
            let waiting = try candidates.waiting.filter { !had.contains($0.note) }
                .compactMap { try pick($0, reader) }
            review.waiting = min(waiting.count, Library.largestDeal)
            review.picks = Array(order.prefix(Library.largestDeal - review.waiting))
            review.picks += waiting.prefix(review.waiting)
            left = asked + waiting.count - review.picks.count
        }
        review.beyond = try beyond(review.picks, candidates, new, reader)
        review.beyond.cards = left
        return review
    }

    private mutating func pick(
        _ due: DueCard,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Pick? {
        guard let card = try reader.card(due.number),
            let note = try reader.lazyNote(card.note),
            try questions.asks(card.face, of: note),
            let sides = try questions.sides(of: note, face: card.face, flag: card.flag)
        else { return nil }
        var dealt = DealtCard(
            note: card.note,
            face: card.face,
            sides: sides,
            state: card.state,
            seed: card.id.seed,
            flag: card.flag
        )
        dealt.scheduler = schedulers.name(of: due.deck)
        return Pick(note: note, card: dealt)
    }

    /// New cards of the first notes that have one, one for each note.
    ///
    /// - Parameters:
    ///   - limits: The last one counts all cards.
    ///   - limitsOfDeck: The indices of the limits that the notes of a deck count towards.
    private mutating func newCards(
        of notes: [NoteID],
        within limits: CardLimits,
        _ reader: borrowing some Reading & ~Copyable,
        _ limitsOfDeck: (DeckID) -> [Int]
    ) throws -> [Pick] {
        var limits = limits
        var picks: [Pick] = []
        for id in notes where limits.remaining.last != 0 {
            guard let note = try reader.lazyNote(id) else { continue }
            let deck = limitsOfDeck(note.head.deck)
            if limits.remaining(towards: deck) > 0, let pick = try newCard(of: note, reader),
                limits.take(towards: deck)
            {
                picks.append(pick)
            }
        }
        return picks
    }

    private mutating func newCard(
        of note: LazyNote,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Pick? {
        let id = note.head.id
        let cards = try reader.cards(of: id)
        let unavailable = try reader.unavailableFaces(of: id, at: day.moment)
        let known = Set(cards.lazy.filter { $0.state.stage != .new }.map(\.face))
        var faces = unavailable.available(among: try questions.faces(of: note)).filter {
            !known.contains($0)
        }
        if questions.isDrawn(note) {
            let seeds = faces.map { CardID(note: id, face: $0).seed }
            if let least = seeds.indices.min(by: { seeds[$0] < seeds[$1] }) {
                faces.swapAt(0, least)
            }
        }
        for face in faces {
            let stored = cards.first { $0.face == face }
            let flag = stored?.flag ?? 0
            guard let sides = try questions.sides(of: note, face: face, flag: flag) else {
                continue
            }
            var card = DealtCard(
                note: id,
                face: face,
                sides: sides,
                state: .new,
                seed: CardID(note: id, face: face).seed,
                flag: flag
            )
            card.scheduler = schedulers.name(of: stored?.deck ?? note.head.deck)
            card.isIntroduced =
                settings.introduces && known.isEmpty && face.isIntroduced
                && !questions.isPlace(note)
            return Pick(note: note, card: card)
        }
        return nil
    }

    private func beyond(
        _ picks: [Pick],
        _ candidates: Candidates,
        _ new: [NoteID],
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Deal.Beyond {
        let most = Deal.Beyond.most
        let dealt = Set(picks.map(\.card.note)).union(had)
        let left = candidates.notes.subtracting(dealt)
        let tomorrow = day.mornings(1...2)
        let due = Set(try pool.dueCards(tomorrow[0]..<tomorrow[1], on: day, reader).map(\.note))
            .subtracting(dealt).subtracting(left)
        let ahead = try pool.nextCards(
            most,
            after: day,
            besides: candidates.notes.union(day.notesDone).union(dealt),
            reader
        )
        return Deal.Beyond(
            tomorrow: min(
                ReviewQueue.share(ofToday: due.count, backlog: left.count),
                pool.reviewLimit
            ),
            new: new.count { !dealt.contains($0) },
            ahead: min(candidates.due(besides: dealt).count + ahead.count, most)
        )
    }
}

/// The due cards as `Queue` expects them.
private struct Candidates {
    /// The most overdue card of every note, and all cards whose learning step is over.
    private(set) var cards: [DueCard] = []
    /// Cards whose learning step will be over soon.
    private(set) var waiting: [DueCard] = []
    /// All notes with a due card.
    private(set) var notes: Set<NoteID> = []

    private let notesDone: Set<NoteID>

    /// - Parameter due: The cards due on that day, the most overdue first.
    init(_ due: [DueCard], on day: DealingDay) {
        notes.reserveCapacity(due.count)
        cards.reserveCapacity(due.count)
        var notesWaiting: Set<NoteID> = []
        for card in due where card.isAtStep && card.due > day.moment.milliseconds {
            if card.due <= day.moment.milliseconds + DealingDay.stepWindow,
                notesWaiting.insert(card.note).inserted
            {
                waiting.append(card)
            }
            notes.insert(card.note)
        }
        notesDone = day.notesDone.union(notes)
        for card in due where !(card.isAtStep && card.due > day.moment.milliseconds) {
            if card.isAtStep || notes.insert(card.note).inserted { cards.append(card) }
            notes.insert(card.note)
        }
    }

    /// Those that the day's limits leave, each of another note.
    func due(besides notes: Set<NoteID>) -> [DueCard] {
        cards.filter {
            !$0.isAtStep && !notesDone.contains($0.note) && !notes.contains($0.note)
        }
    }

    func all(
        with new: [Dealer.Pick],
        _ schedulers: DeckSchedulers,
        _ today: DueToday
    ) -> [ReviewQueue.Candidate] {
        cards.map {
            ReviewQueue.Candidate(
                card: $0.state,
                note: $0.note.rawValue,
                model: schedulers.scheduler(of: $0.deck).model,
                isNoteAnsweredToday: notesDone.contains($0.note),
                limits: today.limits(of: $0.deck)
            )
        }
            + new.map {
                ReviewQueue.Candidate(
                    card: .new,
                    note: $0.card.note.rawValue,
                    limits: today.limits(of: $0.note.head.deck)
                )
            }
    }

    mutating func remove(_ removed: Set<CardNumber>) {
        cards.removeAll { removed.contains($0.number) }
    }
}

extension Face {
    /// Whether a new card of this face is shown with its answer first; a gap and a place are found from what surrounds them.
    fileprivate var isIntroduced: Bool {
        switch self {
        case .template, .languages: true
        case .cloze, .map: false
        }
    }
}
