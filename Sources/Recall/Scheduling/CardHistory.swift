/// The log of one card, and the state that follows from it.
///
/// The state is that of all events told in order, whatever the order in which they arrived: to take them one by one comes
/// to the same as to begin with all of them. An event later than all others costs one step; an earlier one, or one that
/// takes another back, has the story told anew.
package struct CardHistory: Sendable {
    /// What the events add up to.
    package private(set) var state: CardState = .new

    /// In order, each id once; those taken back are still among them.
    private var events: [CardEvent] = []
    /// The ids that are taken back, in rising order, perhaps of events that are yet to arrive.
    private var retracted: [Int64] = []
    private let scheduler: Scheduler
    private let seed: UInt64

    /// Begins the log of a card; `seed` is a number of its own, the same for ever.
    package init(scheduler: Scheduler, seed: UInt64) {
        self.scheduler = scheduler
        self.seed = seed
    }

    /// Tells a log from its beginning, in whatever order it comes.
    package init(_ events: some Sequence<CardEvent>, scheduler: Scheduler, seed: UInt64) {
        self.init(scheduler: scheduler, seed: seed)
        for event in events { _ = add(event) }
        tell()
    }

    /// Takes one more event; one that is known already changes nothing.
    package mutating func take(_ event: CardEvent) {
        let isLast = events.last.map { $0 < event } ?? true
        guard add(event) else { return }
        if isLast, !event.isRetraction { tell(event) } else { tell() }
    }
}

extension CardHistory {
    /// Puts an event in its place, and says whether it changes the story.
    private mutating func add(_ event: CardEvent) -> Bool {
        if case .retraction(let id) = event.kind {
            guard let place = place(of: id) else { return false }
            retracted.insert(id, at: place)
            return events.contains { $0.id == id }
        }
        var place = events.endIndex
        while place > 0, events[place - 1] >= event { place -= 1 }
        guard place == events.endIndex || events[place] > event else { return false }
        events.insert(event, at: place)
        return self.place(of: event.id) != nil
    }

    /// Where an id belongs among those taken back; nil if it is there.
    private func place(of id: Int64) -> Int? {
        let place = retracted.firstIndex { $0 >= id } ?? retracted.endIndex
        return place < retracted.endIndex && retracted[place] == id ? nil : place
    }

    private mutating func tell() {
        state = .new
        for event in events where place(of: event.id) != nil { tell(event) }
    }

    private mutating func tell(_ event: CardEvent) {
        switch event.kind {
        case .review(let grade, let shown):
            let review = Scheduler.Review(moment: event.moment, offset: event.offset, seed: seed)
            let before = state.reviews
            state = scheduler.answer(grade, to: state, at: review)
            if let shown, shown.reviews ?? before == before { promise(shown.due, event) }
        case .imported(let imported): state = imported
        case .reset: state = .new
        case .redated(let due): redate(due, event)
        case .practice, .retraction: break
        }
    }

    /// The button said when the card comes back, perhaps with the load of other cards in mind, and is held to that.
    private mutating func promise(_ due: Int64, _ event: CardEvent) {
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
