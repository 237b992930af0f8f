internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The review log of one card in a file, as events of the library.
struct ImportLog {
    private(set) var events: [Event] = []
    private let id: CardID
    /// The lowest bits of event ids, so that events of different cards at one moment differ.
    private let mark: Int64

    init(_ card: ImportCard, of id: CardID, in note: ImportNote) {
        self.id = id
        let guid = if case .guid(let guid) = note.identity { guid.rawValue } else { "" }
        mark = Int64(clamping: StableHash("\(guid)/\(id.face)").value & 0x1F_FFFF)
        events = card.log.map { entry in
            Event(
                id: entry.id ?? EventID(at: entry.moment.milliseconds, marked: mark),
                note: id.note,
                face: id.face,
                kind: entry.kind,
                moment: entry.moment,
                offset: entry.offset,
                duration: entry.duration,
                mode: entry.mode ?? (entry.kind.isPractice ? .learn : .review),
                extras: entry.extras
            )
        }
    }

    /// Removes the events that are in the library's log already.
    ///
    /// An answer that went to another program and came back may have moved by some milliseconds, because there no two
    /// answers have the same moment.
    mutating func remove(known: [Event]) {
        let ids = Set(known.map(\.id))
        var moments: [Event.Kind.Likeness: [Int64]] = [:]
        for event in known {
            if let likeness = event.kind.likeness {
                moments[likeness, default: []].append(event.moment.milliseconds)
            }
        }
        for likeness in moments.keys { moments[likeness]?.sort() }
        events.removeAll { event in
            if ids.contains(event.id) { return true }
            guard let likeness = event.kind.likeness, let near = moments[likeness] else {
                return false
            }
            return near.has(numberNear: event.moment.milliseconds, within: 9)
        }
    }

    var answerCount: Int { events.count { $0.kind.grade != nil } }

    /// The latest answer that was not undone.
    var latestAnswer: ImportedCard.Answer? {
        for event in events.standing.reversed() {
            if let grade = event.kind.grade {
                return ImportedCard.Answer(moment: event.moment, event: event.id, grade: grade)
            }
        }
        return nil
    }

    /// When the latest review was given that was not undone.
    var lastReview: Moment? {
        events.standing.last { if case .review = $0.kind { true } else { false } }?.moment
    }

    /// Returns the state that the log leads to; where that is not the state in the file, an event that sets it is added.
    ///
    /// That event comes right after the last entry of the other program, so that later answers given here build on it.
    mutating func reconcile(
        _ card: ImportCard,
        after known: [Event] = [],
        by scheduler: Scheduler
    ) -> CardState {
        let last = max(
            card.log.last?.moment.milliseconds ?? 0,
            card.state.lastReview ?? card.state.due.map { min($0, 1 << 41) } ?? 0
        )
        let earlier = (known + events).filter { $0.moment.milliseconds <= last }
        let derived = CardHistory(
            earlier.map(CardEvent.init),
            scheduler: scheduler,
            seed: id.seed
        ).state
        let offset = card.log.last?.offset ?? 0
        if derived.agrees(with: card, scheduler.rules.boundary, offset: offset) { return derived }
        let state = card.hasMemory ? card.state : card.state.withMemory(of: derived)
        let own = EventID(at: last, marked: mark ^ state.fingerprint)
        // Events of one moment are ordered by their ids.
        let latest = earlier.lazy.filter { $0.moment.milliseconds == last }.map(\.id).max()
        events.append(
            Event(
                id: latest.map { max(own, $0.next) } ?? own,
                note: id.note,
                face: id.face,
                kind: .setState(.imported(state)),
                moment: Moment(milliseconds: last),
                offset: offset,
                duration: 0,
                mode: .review
            )
        )
        return state
    }
}

extension CardEvent {
    init(_ event: Event) {
        self.init(
            id: event.id.rawValue,
            moment: event.moment.milliseconds,
            offset: event.offset,
            kind: event.kind.meaning
        )
    }
}

extension Event.Kind {
    /// What two events have in common that mean the same, whatever due date the buttons showed.
    fileprivate enum Likeness: Hashable {
        case reset, redated
        case graded(Grade)
    }

    /// Nil for what is only the same with the same id.
    fileprivate var likeness: Likeness? {
        switch self {
        case .setState(.reset): .reset
        case .setState(.redated): .redated
        default: grade.map { .graded($0) }
        }
    }
}

extension [Int64] {
    /// Whether one of the numbers, which ascend, differs from a number by that much at most.
    fileprivate func has(numberNear number: Int64, within distance: Int64) -> Bool {
        let index = partitioningIndex { $0 >= number - distance }
        return index < endIndex && self[index] <= number + distance
    }
}

extension CardState {
    /// Whether a state derived from a log is the one in the file, as precisely as the other program stores it.
    fileprivate func agrees(
        with card: ImportCard,
        _ boundary: DayBoundary,
        offset: Int
    ) -> Bool {
        let other = card.state
        guard stage == other.stage else { return false }
        if stage == .new { return true }
        guard let due, let otherDue = other.due else { return self.due == other.due }
        if stage == .review {
            guard interval == other.interval,
                boundary.day(of: due, offset: offset) == boundary.day(of: otherDue, offset: offset)
            else { return false }
        } else if abs(due - otherDue) > 1_000 {
            return false
        }
        guard card.hasMemory, let theirs = other.memory else { return true }
        guard let memory else { return false }
        return abs(memory.stability - theirs.stability) <= 0.000_1 + 0.000_2 * theirs.stability
            && abs(memory.difficulty - theirs.difficulty) <= 0.002
    }

    /// The same with the memory of another state, if it has one.
    fileprivate func withMemory(of other: CardState) -> CardState {
        guard let memory = other.memory else { return self }
        return CardState(
            stage: stage,
            memory: memory,
            due: due,
            interval: interval,
            reviews: reviews,
            lapses: lapses,
            lastReview: lastReview,
            lastDay: lastDay
        )
    }

    /// Bits that differ for different states.
    fileprivate var fingerprint: Int64 {
        var hash = StableHash()
        hash.combine(due ?? 0)
        hash.combine(Int64(clamping: interval))
        hash.combine(Int64(bitPattern: memory?.stability.bitPattern ?? 0))
        return Int64(clamping: hash.value & 0x1F_FFFF)
    }
}
