public import Notes
internal import Recall
internal import Storage

extension Library {
    /// Adds events to the log and says of each, in order, what became of it; all that is stored is on disk.
    ///
    /// Sending an event again changes nothing. One that cannot be taken stops none of the others. What is kept of the
    /// cards that they are about is what their logs say when it returns, in whatever order events arrived.
    public func record(_ events: [Event]) throws(LibraryError) -> [Receipt] {
        let moment = now()
        return try translatingErrors {
            try database.write { try Self.record(events, at: moment, with: $0) }
        }
    }

    /// The same, as a part of a larger change.
    static func record(
        _ events: [Event],
        at moment: Moment,
        with writer: borrowing Writer
    ) throws -> [Receipt] {
        var touched = TouchedCards()
        let receipts = try events.map { event in
            try record(event, at: moment, with: writer, touched: &touched)
        }
        try writer.refreshAnswers(of: touched.all)
        try refreshStates(of: touched.scheduled, with: writer)
        return receipts
    }

    private static func refreshStates(
        of cards: Set<CardNumber>,
        with writer: borrowing Writer
    ) throws {
        guard !cards.isEmpty else { return }
        var schedulers = try Schedulers(writer)
        let changes = try writer.refreshStates(of: cards, by: &schedulers)
        try Leeches.follow(changes, with: writer)
    }

    private static func record(
        _ event: Event,
        at moment: Moment,
        with writer: borrowing Writer,
        touched: inout TouchedCards
    ) throws -> Receipt {
        var event = event
        event.duration = min(max(event.duration, 0), Event.longestDuration)
        if let stored = try writer.event(event.id) { return stored == event ? .known : .conflict }
        if let flaw = event.flaw(at: moment) { return .refused(flaw) }
        if case .retraction(let id) = event.kind, let target = try writer.event(id),
            let flaw = event.flaw(takingBack: target)
        {
            return .refused(flaw)
        }
        guard let card = try card(of: event, with: writer) else {
            return .refused("There is no such card any more.")
        }
        guard try writer.append(event, of: card) else { return .conflict }
        touched.insert(card, by: event)
        return .stored
    }

    /// The card that an event is about, made now if it is asked for the first time; nil if no note has such a card.
    private static func card(
        of event: Event,
        with writer: borrowing Writer
    ) throws -> CardNumber? {
        if let card = try writer.card(of: event.note, face: event.face) { return card }
        guard let note = try writer.note(event.note),
            let type = try writer.noteType(note.type),
            CardMaker(type).sides(of: note, face: event.face) != nil
        else { return nil }
        return try writer.insertCard(of: event.note, face: event.face)
    }
}

/// The cards whose logs a batch adds to.
private struct TouchedCards {
    private(set) var all: Set<CardNumber> = []
    /// Those whose schedules may have moved.
    private(set) var scheduled: Set<CardNumber> = []

    mutating func insert(_ card: CardNumber, by event: Event) {
        all.insert(card)
        if case .practice = event.kind { return }
        scheduled.insert(card)
    }
}
