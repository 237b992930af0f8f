/// The log of one card, and the state that follows from it.
///
/// The state results from applying all events in chronological order, whatever the order in which they arrived: adding
/// them one by one gives the same state as passing all of them at once. Adding an event later than all others applies only
/// that event; an earlier one or a retraction replays the whole log.
package struct CardHistory: Sendable {
    package private(set) var state: CardState = .new

    /// In chronological order, each id once, including retracted events.
    private var events: [CardEvent] = []
    /// The ids of retracted events, ascending, perhaps repeated; some of the events may not have arrived yet.
    private var retracted: [Int64] = []
    private let scheduler: Scheduler
    private let seed: UInt64

    /// Creates an empty log; `seed` is specific to the card and never changes.
    package init(scheduler: Scheduler, seed: UInt64) {
        self.scheduler = scheduler
        self.seed = seed
    }

    /// Creates a log from events in any order.
    package init(_ events: some Sequence<CardEvent>, scheduler: Scheduler, seed: UInt64) {
        self.init(scheduler: scheduler, seed: seed)
        var isOrdered = true
        for event in events {
            if let id = event.retracted {
                retracted.append(id)
            } else {
                if let last = self.events.last, last >= event { isOrdered = false }
                self.events.append(event)
            }
        }
        // One by one, a log in reverse order would take time in the square of its length.
        if !isOrdered { order() }
        retracted.sort()
        replay()
    }

    /// Sorts the events, and drops those that are there already.
    private mutating func order() {
        var ordered: [CardEvent] = []
        ordered.reserveCapacity(events.count)
        for event in events.sorted() where ordered.last.map({ $0 < event }) ?? true {
            ordered.append(event)
        }
        events = ordered
    }

    /// Adds an event; one that is already known changes nothing.
    package mutating func add(_ event: CardEvent) {
        let isLast = events.last.map { $0 < event } ?? true
        guard insert(event) else { return }
        if isLast, !event.isRetraction { apply(event) } else { replay() }
    }
}

extension CardHistory {
    /// Inserts an event at its position, and returns whether the state has to be updated.
    private mutating func insert(_ event: CardEvent) -> Bool {
        if case .retraction(let id) = event.kind {
            guard let index = retractionIndex(of: id) else { return false }
            retracted.insert(id, at: index)
            return events.contains { $0.id == id }
        }
        var index = events.endIndex
        while index > 0, events[index - 1] >= event { index -= 1 }
        guard index == events.endIndex || events[index] > event else { return false }
        events.insert(event, at: index)
        return retractionIndex(of: event.id) != nil
    }

    /// Where an id has to be inserted into `retracted`; nil if it is there already.
    private func retractionIndex(of id: Int64) -> Int? {
        let index = retracted.partitioningIndex { $0 >= id }
        return index < retracted.endIndex && retracted[index] == id ? nil : index
    }

    private mutating func replay() {
        state = .new
        for event in events where retractionIndex(of: event.id) != nil { apply(event) }
    }

    private mutating func apply(_ event: CardEvent) {
        switch event.kind {
        case .review(let grade, let shown):
            let review = Scheduler.Review(moment: event.moment, offset: event.offset, seed: seed)
            let before = state.reviews
            state = scheduler.answer(grade, to: state, at: review)
            if let shown, shown.reviews ?? before == before { useShownDue(shown.due, event) }
        case .imported(let imported): state = imported
        case .reset: state = .new
        case .redated(let due): redate(due, event)
        case .practice, .retraction: break
        }
    }

    /// Replaces the computed due moment by the one that the button showed, which may depend on the load of other cards.
    private mutating func useShownDue(_ due: Int64, _ event: CardEvent) {
        guard due > event.moment else { return }
        if state.stage == .review { state.interval = days(until: due, event) }
        state.due = due
    }

    private mutating func redate(_ due: Int64, _ event: CardEvent) {
        state.stage = .review
        state.interval = days(until: due, event)
        state.due = due
    }

    private func days(until due: Int64, _ event: CardEvent) -> Int {
        let boundary = scheduler.rules.boundary
        let today = boundary.day(of: event.moment, offset: event.offset)
        let days = boundary.day(of: due, offset: event.offset) - today
        return days.clamped(to: 1...36_500)
    }
}
