internal import Languages
internal import Notes
internal import Recall
internal import Storage

/// Adds a batch of events to the log.
struct EventRecorder {
    private let moment: Moment
    /// The cards whose logs grew, and their notes.
    private var touched: [CardNumber: NoteID] = [:]
    /// Those whose schedules may have changed.
    private var scheduled: Set<CardNumber> = []
    /// Cached by note type.
    private var makers: [NoteTypeID: CardGenerator] = [:]

    init(at moment: Moment) { self.moment = moment }

    mutating func record(_ event: Event, with writer: borrowing Writer) throws -> Receipt {
        var event = event
        event.duration = event.duration.clamped(to: Event.durations)
        let flaw = event.flaw(at: moment)
        let retracted = event.kind.retracted
        // Nearly all are new answers to cards that were answered before, so no event with the ID is looked for first.
        if flaw == nil, retracted == nil,
            let card = try writer.card(of: event.note, face: event.face),
            try add(event, to: card, with: writer)
        {
            return .stored
        }
        // A browser may have asked it before a sync found that another note is the same.
        event.note = try writer.merged(event.note)
        if let stored = try writer.event(event.id) { return stored == event ? .known : .conflict }
        if let flaw { return .refused(flaw) }
        if let retracted, let target = try writer.event(retracted),
            let flaw = event.flaw(retracting: target)
        {
            return .refused(flaw)
        }
        guard let card = try card(event.card, with: writer) else {
            return .refused("This card no longer exists.")
        }
        return try add(event, to: card, with: writer) ? .stored : .conflict
    }

    /// False if its ID is taken.
    private mutating func add(
        _ event: Event,
        to card: CardNumber,
        with writer: borrowing Writer
    ) throws -> Bool {
        guard try writer.append(event, of: card) else { return false }
        touched[card] = event.note
        if !event.kind.isPractice { scheduled.insert(card) }
        return true
    }

    /// Updates the cards' derived data from their logs.
    func finish(with writer: borrowing Writer) throws {
        try writer.refreshAnswers(of: touched)
        guard !scheduled.isEmpty else { return }
        var schedulers = try Schedulers(writer)
        let changes = try writer.refreshStates(of: scheduled.sorted(), by: &schedulers)
        try Leeches.update(after: changes, with: writer)
    }

    /// The card's number; its row is inserted at its first event; nil if no note has such a card.
    private mutating func card(
        _ id: CardID,
        with writer: borrowing Writer
    ) throws -> CardNumber? {
        if let card = try writer.card(of: id.note, face: id.face) { return card }
        guard let note = try writer.note(id.note),
            let maker = try maker(of: note.type, with: writer),
            maker.sides(of: note, face: id.face) != nil
        else { return nil }
        return try writer.insertCard(of: id.note, face: id.face)
    }

    private mutating func maker(
        of type: NoteTypeID,
        with writer: borrowing Writer
    ) throws -> CardGenerator? {
        if let maker = makers[type] { return maker }
        let maker = try writer.noteType(type).map { CardGenerator($0) }
        makers[type] = maker
        return maker
    }
}
