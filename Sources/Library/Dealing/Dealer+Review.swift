internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// What is due, with new cards among it.
///
/// First come steps that are over, then what is due until the learner's day ends, the card least likely recalled first,
/// up to the day's limit; new notes lie evenly among these, up to theirs. What was reviewed and introduced today counts
/// towards the limits. Of the cards of a note the most overdue is asked; the others wait for another day. What was
/// left lying over a holiday is spread: of a backlog of more than fifty a seventh is asked a day, so that most of it is
/// done in a fortnight, and what is most forgotten comes first.
extension Dealer {
    /// How many cards are worked ahead, or how many are asked for that would come another day, at a time.
    private static let ahead = 50
    /// How many new notes more are dealt when they are asked for.
    private static let moreNew = 10

    struct Review {
        var picks: [Pick] = []
        /// How many of them, at the end, are at a step that is not over.
        var waiting = 0
        var beyond = Deal.Beyond()
    }

    mutating func review(_ reader: borrowing some Reading & ~Copyable) throws -> Review {
        let always = Moment(milliseconds: .min)
        let due = try pool.dueCards(always..<day.evening, on: day, reader)
        var candidates = Candidates(due, on: day)
        let new = try pool.newNotes(
            Deal.Beyond.most,
            besides: candidates.notes.union(day.notesDone),
            reader
        )
        let limits = day.done(among: pool.contains).limits(pool.settings)
        var review = Review()
        var left = 0

        switch extra {
        case .new:
            review.picks = try newCards(Self.moreNew, among: new, reader)
        case .ahead:
            let cards = try pool.nextCards(
                Self.ahead,
                after: day,
                besides: candidates.notes.union(day.notesDone).union(had),
                reader
            )
            review.picks = try cards.compactMap { try pick($0, reader) }
        case nil:
            let fresh = try newCards(limits.new, among: new, reader)
            var order: [Pick] = []
            var asked = 0
            while true {
                let queue = ReviewQueue(
                    scheduler: Scheduler(model: model, rules: pool.settings.rules),
                    limits: limits,
                    moment: day.moment.milliseconds,
                    offset: day.offset
                )
                let places = queue.deal(candidates.all(with: fresh))
                asked = places.count {
                    $0 >= candidates.cards.count || !had.contains(candidates.cards[$0].note)
                }
                var gone: Set<CardNumber> = []
                order = []
                for place in places where order.count < Library.largestDeal {
                    guard place < candidates.cards.count else {
                        order.append(fresh[place - candidates.cards.count])
                        continue
                    }
                    let card = candidates.cards[place]
                    guard !had.contains(card.note) else { continue }
                    if let pick = try pick(card, reader) {
                        order.append(pick)
                    } else {
                        gone.insert(card.number)
                    }
                }
                // A card whose note asks it no longer must not stand in the way of the next.
                if gone.isEmpty { break }
                candidates.remove(gone)
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
        return Pick(
            note: note,
            card: DealtCard(
                note: card.note,
                face: card.face,
                sides: sides,
                state: card.state,
                seed: card.id.seed,
                flag: card.flag
            )
        )
    }

    /// New cards, one a note, of the first notes that turn out to have one.
    private mutating func newCards(
        _ limit: Int,
        among notes: [NoteID],
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [Pick] {
        var picks: [Pick] = []
        // Those that the session has already count towards the day's limit, not towards what is asked for besides.
        for id in notes where picks.count < limit && !(extra != nil && had.contains(id)) {
            if let pick = try newCard(of: id, reader) { picks.append(pick) }
        }
        return picks.filter { !had.contains($0.card.note) }
    }

    private mutating func newCard(
        of id: NoteID,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Pick? {
        let cards = try reader.cards(of: id)
        guard let note = try reader.lazyNote(id) else { return nil }
        // One of them may be due in a deck that is not studied now.
        let isDue = try cards.contains { card in
            try (card.state.due ?? .max) < day.evening.milliseconds
                && questions.asks(card.face, of: note)
        }
        guard !isDue else { return nil }
        let away = try reader.unavailableFaces(of: id, at: day.moment)
        let known = Set(cards.lazy.filter { $0.state.stage != .new }.map(\.face))
        var faces = away.available(among: try questions.faces(of: note)).filter {
            !known.contains($0)
        }
        if questions.isDrawn(note) {
            let seeds = faces.map { CardID(note: id, face: $0).seed }
            if let least = seeds.indices.min(by: { seeds[$0] < seeds[$1] }) {
                faces.swapAt(0, least)
            }
        }
        for face in faces {
            let flag = cards.first { $0.face == face }?.flag ?? 0
            guard let sides = try questions.sides(of: note, face: face, flag: flag) else {
                continue
            }
            let card = DealtCard(
                note: id,
                face: face,
                sides: sides,
                state: .new,
                seed: CardID(note: id, face: face).seed,
                flag: flag
            )
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
                ReviewQueue.backlogShare(of: left.count) + due.count,
                pool.settings.reviewLimit
            ),
            new: new.count { !dealt.contains($0) },
            ahead: ahead.count
        )
    }
}

/// What is due, as the queue takes it.
private struct Candidates {
    /// Of every note the most overdue card, and all whose step is over.
    private(set) var cards: [DueCard] = []
    /// Those whose step will be over in a while.
    private(set) var waiting: [DueCard] = []
    /// All notes of which something is due.
    private(set) var notes: Set<NoteID> = []

    private let notesDone: Set<NoteID>

    /// - Parameter asked: What is due on that day, the most overdue first.
    init(_ asked: [DueCard], on day: DealingDay) {
        notes.reserveCapacity(asked.count)
        cards.reserveCapacity(asked.count)
        var notesWaiting: Set<NoteID> = []
        for card in asked where card.isAtStep && card.due > day.moment.milliseconds {
            if card.due <= day.moment.milliseconds + DealingDay.patience,
                notesWaiting.insert(card.note).inserted
            {
                waiting.append(card)
            }
            notes.insert(card.note)
        }
        notesDone = day.notesDone.union(notes)
        for card in asked where !(card.isAtStep && card.due > day.moment.milliseconds) {
            if card.isAtStep || notes.insert(card.note).inserted { cards.append(card) }
            notes.insert(card.note)
        }
    }

    func all(with new: [Dealer.Pick]) -> [ReviewQueue.Candidate] {
        cards.map {
            ReviewQueue.Candidate(
                card: $0.state,
                note: $0.note.rawValue,
                isNoteAnsweredToday: notesDone.contains($0.note)
            )
        } + new.map { ReviewQueue.Candidate(card: .new, note: $0.card.note.rawValue) }
    }

    mutating func remove(_ gone: Set<CardNumber>) {
        cards.removeAll { gone.contains($0.number) }
    }
}
