package import Notes
package import Recall
internal import SQLite

/// A card from another program, with the state derived from its log.
package struct ImportedCard: Sendable {
    package var id: CardID
    package var marks: CardMarks
    /// Its position in the queue of new cards.
    package var position: Int?
    package var state: CardState
    package var answer: Answer?
    /// When it was last reviewed, not counting retracted reviews.
    package var reviewed: Moment?
    /// How many lapses it had when it was suspended as a leech; 0 if it was not.
    package var leechLapses = 0
    /// Data of the other program that Omena does not use.
    package var extras: String?

    /// An answer that was not retracted.
    package struct Answer: Sendable {
        package var moment: Moment
        package var event: EventID
        package var grade: Grade

        package init(moment: Moment, event: EventID, grade: Grade) {
            self.moment = moment
            self.event = event
            self.grade = grade
        }
    }

    package init(id: CardID, marks: CardMarks, state: CardState, extras: String?) {
        self.id = id
        self.marks = marks
        self.state = state
        self.extras = extras
    }
}

extension ImportedCard {
    /// The deck that deals it; nil while it is suspended.
    ///
    /// - Parameter home: The deck of its note.
    func dealingDeck(home: DeckID) -> DeckID? { marks.isSuspended ? nil : marks.deck ?? home }

    /// The columns of its table, in the table's order and that of `put`.
    static let columns: [StaticString] = [
        "id", "note", "face", "deck", "position", "is_suspended", "burial", "buried", "flag",
        "extras", "stability", "difficulty", "due", "step", "reviews", "lapses", "last_review",
        "answered", "answered_event", "answered_grade", "stage", "interval", "last_day",
        "leech_lapses", "dealing_deck", "is_asked", "reviewed",
    ]

    /// Binds `columns`.
    ///
    /// - Parameter home: The deck of its note.
    func put(id: CardNumber?, home: DeckID, into row: inout some ColumnSink & ~Copyable) {
        let (stage, step) = state.numbers
        row.bind(id)
        row.bind(self.id.note)
        row.bind(self.id.face)
        row.bind(marks.deck)
        row.bind(position)
        row.bind(marks.isSuspended)
        row.bind(marks.burial?.rawValue)
        row.bind(marks.buriedUntil)
        row.bind(marks.flag)
        row.bind(extras)
        row.bind(state.memory?.stability)
        row.bind(state.memory?.difficulty)
        row.bind(state.due)
        row.bind(step)
        row.bind(state.reviews)
        row.bind(state.lapses)
        row.bind(state.lastReview)
        row.bind(answer?.moment)
        row.bind(answer?.event)
        row.bind(answer?.grade)
        row.bind(stage)
        row.bind(state.interval)
        row.bind(state.lastDay)
        row.bind(leechLapses)
        row.bind(dealingDeck(home: home))
        // Every imported card is asked.
        row.bind(true)
        row.bind(reviewed)
    }
}

/// A summary of what an import added, which shows whether something has been changed since.
package struct ImportTally: Hashable, Codable, Sendable {
    /// The sum of the notes' modification times.
    package var changes: Int64 = 0
    /// How many events their cards have.
    package var events = 0
    /// How many of their cards are suspended.
    package var suspended = 0
    /// The sum of their flag numbers.
    package var flags = 0

    package init() {}

    package static func += (left: inout ImportTally, right: ImportTally) {
        left.changes &+= right.changes
        left.events += right.events
        left.suspended += right.suspended
        left.flags += right.flags
    }
}

/// What an import added that the journal records only by IDs.
package struct ImportedRows: Hashable, Codable, Sendable {
    /// Notes that were added with their cards and logs.
    package var notes: [NoteID] = []
    package var tally = ImportTally()
    /// Events that were added to cards of other notes.
    package var events: [EventID] = []

    package init() {}

    package var isEmpty: Bool { notes.isEmpty && events.isEmpty }
}

extension Reading where Self: ~Copyable {
    func noteExists(_ note: NoteID) throws -> Bool { try deck(of: note) != nil }

    fileprivate func cardNumbers(of note: NoteID) throws -> [CardNumber] {
        try connection.rows(
            """
            SELECT id
            FROM card
            WHERE note = :note
            """,
            ["note": note]
        ) { CardNumber(rawValue: $0.int64(0)) }
    }

    fileprivate func card(ofEvent event: EventID) throws -> CardNumber? {
        try connection.row(
            """
            SELECT card
            FROM event
            WHERE id = :event
            """,
            ["event": event]
        ) { CardNumber(rawValue: $0.int64(0)) }
    }

    private func tally(of note: NoteID) throws -> ImportTally? {
        try connection.row(
            """
            SELECT changed, (
                    SELECT count(*)
                    FROM card
                    JOIN event ON event.card = card.id
                    WHERE card.note = :note
                ), (
                    SELECT coalesce(sum(is_suspended), 0)
                    FROM card
                    WHERE note = :note
                ), (
                    SELECT coalesce(sum(flag), 0)
                    FROM card
                    WHERE note = :note
                )
            FROM note
            WHERE id = :note
            AND binned IS NULL
            """,
            ["note": note]
        ) { row in
            var tally = ImportTally()
            tally.changes = row.int64(0)
            tally.events = row.int(1)
            tally.suspended = row.int(2)
            tally.flags = row.int(3)
            return tally
        }
    }

    fileprivate func tally(of notes: [NoteID]) throws -> ImportTally {
        var sum = ImportTally()
        for note in notes {
            guard let tally = try tally(of: note) else { throw ConflictError.changed }
            sum += tally
        }
        return sum
    }
}

extension Writer {
    /// Adds an event, with a new ID if its own is taken, and returns its ID.
    ///
    /// - Parameter free: Used for all events of the card.
    package func append(
        _ event: Event,
        of card: CardNumber,
        withFreeID free: inout FreeNumbers
    ) throws -> EventID {
        var event = event
        _ = try free.next(from: event.id.rawValue) { number in
            event.id = EventID(rawValue: number)
            return try !append(event, of: card)
        }
        return event.id
    }

    /// Removes what an import added; throws `ConflictError` if that has been changed since.
    func removeImported(_ rows: ImportedRows) throws {
        guard try tally(of: rows.notes) == rows.tally else { throw ConflictError.hasDependents }
        for note in rows.notes {
            for card in try cardNumbers(of: note) { try willDeleteEvents(of: card) }
            try connection.run(
                """
                DELETE FROM event
                WHERE card IN (
                    SELECT id
                    FROM card
                    WHERE note = :note
                )
                """,
                ["note": note]
            )
            try remove(note)
        }
        var cards: Set<CardNumber> = []
        for event in rows.events {
            if let card = try card(ofEvent: event) { try willDeleteEvents(of: card) }
            try connection.forEach(
                """
                DELETE FROM event
                WHERE id = :id
                RETURNING card
                """,
                ["id": event]
            ) { cards.insert(CardNumber(rawValue: $0.int64(0))) }
        }
        try refreshAnswers(of: cards.sorted())
        var schedulers = try Schedulers(self)
        _ = try refreshStates(of: cards.sorted(), by: &schedulers)
    }
}
