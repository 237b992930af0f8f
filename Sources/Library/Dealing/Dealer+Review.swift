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
        /// How many cards are dealt after the picks.
        var left = 0
        let today: DueToday
        /// What is due of the session, without the cards that their notes no longer have.
        var due: DueNotes
        /// The notes that are due, also those with no such card.
        let dueNotes: Set<NoteID>

        /// How many cards can be answered at once, in this deal and in those that follow it.
        var cards: Int { picks.count - waiting + left }
    }

    mutating func review(_ reader: borrowing some Reading & ~Copyable) throws -> Review {
        let today = try DueToday(hierarchy, day, settings, reader)
        let due = pool.due(among: today, on: day)
        var review = Review(today: today, due: due, dueNotes: due.notes(in: today.cards))

        switch extra {
        case .new:
            // Notes that the session has already count towards the daily limits, but not towards extra ones.
            let new = try pool.notesWithNewCards(Deal.Beyond.most, besides: today.taken, reader)
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
                besides: review.dueNotes.union(day.notesDone).union(had),
                reader
            )
            let overdue = due.reviews.filter { !had.contains(today.cards[$0].note) }
            let cards = overdue.prefix(Self.ahead).map { today.cards[$0] } + later
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
                let cards = review.due.steps + review.due.reviews
                let queue = ReviewQueue(
                    boundary: settings.rules.boundary,
                    limits: today.limits,
                    moment: day.moment.milliseconds,
                    offset: day.offset
                )
                let positions = queue.deal(candidates(cards, fresh, today))
                asked = positions.count {
                    $0 >= cards.count || !had.contains(today.cards[cards[$0]].note)
                }
                var removed: Set<Int> = []
                order = []
                for position in positions where order.count < Library.largestDeal {
                    guard position < cards.count else {
                        order.append(fresh[position - cards.count])
                        continue
                    }
                    let card = today.cards[cards[position]]
                    guard !had.contains(card.note) else { continue }
                    if let pick = try pick(card, reader) {
                        order.append(pick)
                    } else {
                        removed.insert(cards[position])
                    }
                }
                // A card that its note no longer has must not take the position of the next one.
                if removed.isEmpty { break }
                review.due.remove(removed)
            }
            let waiting = try due.soon(in: today.cards, on: day)
                .filter { !had.contains($0.note) }
                .compactMap { try pick($0, reader) }
            review.waiting = min(waiting.count, Library.largestDeal)
            review.picks = Array(order.prefix(Library.largestDeal - review.waiting))
            review.picks += waiting.prefix(review.waiting)
            review.left = asked + waiting.count - review.picks.count
        }
        return review
    }

    /// Cards as `ReviewQueue` expects them: due ones, given by their positions, and then new ones.
    private func candidates(
        _ due: [Int],
        _ new: [Pick],
        _ today: DueToday
    ) -> [ReviewQueue.Candidate] {
        let due = due.map { position in
            let card = today.cards[position]
            return ReviewQueue.Candidate(
                card: card.state,
                note: card.note.rawValue,
                model: schedulers.scheduler(of: card.deck).model,
                limits: today.limits(of: card.deck)
            )
        }
        return due
            + new.map {
                ReviewQueue.Candidate(
                    card: .new,
                    note: $0.card.note.rawValue,
                    limits: today.limits(of: $0.note.head.deck)
                )
            }
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
    /// - Parameter limitsOfDeck: The positions of the limits that the notes of a deck count towards.
    private mutating func newCards(
        of notes: [NoteID],
        within limits: CardLimits,
        _ reader: borrowing some Reading & ~Copyable,
        _ limitsOfDeck: (DeckID) -> [Int]
    ) throws -> [Pick] {
        var limits = limits
        var picks: [Pick] = []
        for id in notes where !limits.areUsedUp {
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

    /// What is left beyond a review.
    func beyond(
        _ review: Review,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Deal.Beyond {
        let most = Deal.Beyond.most
        let today = review.today
        let dealt = Set(review.picks.map(\.card.note)).union(had)
        let new = try pool.notesWithNewCards(most, besides: today.taken, reader)
        let due = review.due.reviews.count { !dealt.contains(today.cards[$0].note) }
        let ahead = try pool.nextCards(
            most,
            after: day,
            besides: review.dueNotes.union(day.notesDone).union(dealt),
            reader
        )
        return Deal.Beyond(
            cards: review.left,
            new: new.count { !dealt.contains($0) },
            ahead: min(due + ahead.count, most)
        )
    }
}

extension Pool {
    /// Whether a review that has nothing left to ask now would still have cards: some that wait for a step, or some beyond it.
    ///
    /// Agrees with what `Dealer` deals and offers, but reads no card.
    func hasMore(
        than today: DueToday,
        on day: DealingDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Bool {
        let due = due(among: today, on: day)
        if !due.reviews.isEmpty || !due.soon(in: today.cards, on: day).isEmpty { return true }
        if try !notesWithNewCards(1, besides: today.taken, reader).isEmpty { return true }
        let taken = due.notes(in: today.cards).union(day.notesDone)
        return try !nextCards(1, after: day, besides: taken, reader).isEmpty
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
