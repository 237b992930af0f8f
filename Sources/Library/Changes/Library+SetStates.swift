internal import Notes
internal import Recall
internal import Storage

// What changes add to the log: what is said of a card's memory without grading it, and its retraction.

extension Library {
    /// Adds a set state of each card to the log.
    func setState(
        _ state: Event.SetState,
        of cards: [CardID],
        with writer: borrowing Writer,
        at time: (moment: Moment, offset: Int)
    ) throws -> [EventID] {
        let ids = newEventIDs(cards.count, at: time.moment)
        return try append(
            zip(cards, ids).map { card, id in
                Event(
                    id: id,
                    note: card.note,
                    face: card.face,
                    kind: .setState(state),
                    moment: time.moment,
                    offset: time.offset,
                    duration: 0,
                    mode: .review
                )
            },
            with: writer,
            at: time.moment
        )
    }

    /// Takes set states back, or says them again; returns those that hold or were taken back.
    func turn(
        _ ids: [EventID],
        isUndoing: Bool,
        with writer: borrowing Writer,
        at time: (moment: Moment, offset: Int)
    ) throws -> [EventID] {
        var events: [Event] = []
        for (id, newID) in zip(ids, newEventIDs(ids.count, at: time.moment)) {
            guard var event = try writer.event(id),
                let card = try writer.card(of: event.note, face: event.face),
                try !writer.isOvertaken(event, of: card)
            else { throw OvertakenError.changed }
            event.id = newID
            event.moment = time.moment
            event.offset = time.offset
            if isUndoing { event.kind = .retraction(of: id) }
            events.append(event)
        }
        let added = try append(events, with: writer, at: time.moment)
        return isUndoing ? ids : added
    }

    private func append(
        _ events: [Event],
        with writer: borrowing Writer,
        at moment: Moment
    ) throws -> [EventID] {
        guard !events.isEmpty else { return [] }
        for receipt in try Self.record(events, at: moment, with: writer) where receipt != .stored {
            throw LibraryError.refused("There is no such card any more.")
        }
        return events.map(\.id)
    }

    /// As many ids, no two alike.
    private func newEventIDs(_ count: Int, at moment: Moment) -> [EventID] {
        var generator = SystemRandomNumberGenerator()
        var ids: Set<EventID> = []
        while ids.count < count {
            ids.insert(EventID(at: moment.milliseconds, using: &generator))
        }
        return Array(ids)
    }
}
