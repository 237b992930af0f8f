internal import Languages
internal import Notes
internal import Recall
internal import Storage

// Events that changes add to the log: states set without an answer, and their retractions.

extension Library {
    /// Adds an event to the log of each card that sets its state.
    func setState(
        _ state: Event.SetState,
        of cards: [CardID],
        with writer: borrowing Writer,
        at time: (moment: Moment, offset: Int)
    ) throws -> [StoredSetState] {
        let ids = newIDs(cards.count, at: time.moment)
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

    /// Retracts set states, or adds them again under new ids; returns those to retract or add the next time.
    ///
    /// Retracted only if no later event affects the card's schedule; added again in any case.
    func turn(
        _ states: [StoredSetState],
        isUndoing: Bool,
        with writer: borrowing Writer,
        at time: (moment: Moment, offset: Int)
    ) throws -> [StoredSetState] {
        var events: [Event] = []
        for (state, id) in zip(states, newIDs(states.count, at: time.moment)) {
            guard var event = state.event(offset: time.offset),
                let note = try writer.note(event.note), note.binned == nil,
                try !isUndoing || !isSuperseded(event, with: writer)
            else { throw ConflictError.changed }
            event.id = id
            event.moment = time.moment
            if isUndoing { event.kind = .retraction(of: state.id) }
            events.append(event)
        }
        let added = try append(events, with: writer, at: time.moment)
        return isUndoing ? states : added
    }

    private func isSuperseded(_ event: Event, with writer: borrowing Writer) throws -> Bool {
        guard let card = try writer.card(of: event.note, face: event.face) else { return false }
        return try writer.isSuperseded(event, of: card)
    }

    private func append(
        _ events: [Event],
        with writer: borrowing Writer,
        at moment: Moment
    ) throws -> [StoredSetState] {
        guard !events.isEmpty else { return [] }
        for receipt in try Self.record(events, at: moment, with: writer) where receipt != .stored {
            throw LibraryError.refused("This card no longer exists.")
        }
        return events.compactMap { StoredSetState($0) }
    }

    private func newIDs(_ count: Int, at moment: Moment) -> [EventID] {
        var ids: Set<EventID> = []
        while ids.count < count {
            ids.insert(EventID(at: moment.milliseconds, using: random))
        }
        return ids.sorted()
    }
}
