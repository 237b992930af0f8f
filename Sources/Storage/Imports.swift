package import Notes
package import Recall
internal import SQLite

/// A card that comes from another program, with all that its log comes to.
package struct ImportedCard: Sendable {
    /// What names it.
    package var id: CardID
    /// What was said of it.
    package var marks: CardMarks
    /// Where it stood in the row of new cards.
    package var position: Int?
    /// What its log says.
    package var state: CardState
    /// Its latest answer.
    package var answer: Answer?
    /// When it was last reviewed, of what holds.
    package var reviewed: Moment?
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    package var leechLapses = 0
    /// What the other program keeps with it and we do not use.
    package var extras: String?

    /// An answer that holds.
    package struct Answer: Sendable {
        /// When it was given.
        package var moment: Moment
        /// Names it.
        package var event: EventID
        /// What was given.
        package var grade: Grade

        /// Puts an answer together.
        package init(moment: Moment, event: EventID, grade: Grade) {
            self.moment = moment
            self.event = event
            self.grade = grade
        }
    }

    /// Puts a card together.
    package init(id: CardID, marks: CardMarks, state: CardState, extras: String?) {
        self.id = id
        self.marks = marks
        self.state = state
        self.extras = extras
    }
}

extension ImportedCard {
    /// The deck that deals it.
    ///
    /// - Parameter home: The deck of its note.
    func dealingDeck(home: DeckID) -> DeckID? { marks.isSuspended ? nil : marks.deck ?? home }

    /// Writes the columns of the table in its own order.
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
        // Whether it is asked.
        row.bind(true)
        row.bind(reviewed)
    }
}

/// What can be counted of what an import brought: as long as it is the same nothing newer stands on it.
package struct ImportTally: Hashable, Codable, Sendable {
    /// The moments of the notes' latest changes, all together.
    package var changes: Int64 = 0
    /// How many events the logs of their cards have.
    package var events = 0
    /// How many of their cards are suspended.
    package var suspended = 0
    /// The colours of their flags, all together.
    package var flags = 0

    /// Nothing.
    package init() {}

    /// Both together.
    package static func += (left: inout ImportTally, right: ImportTally) {
        left.changes &+= right.changes
        left.events += right.events
        left.suspended += right.suspended
        left.flags += right.flags
    }
}

/// What an import brought that is not kept in the journal piece by piece.
package struct ImportedRows: Hashable, Codable, Sendable {
    /// Notes that were added, with their cards and their logs.
    package var notes: [NoteID] = []
    /// What they came to.
    package var tally = ImportTally()
    /// Events that were added to the logs of cards of other notes.
    package var events: [EventID] = []

    /// Nothing.
    package init() {}

    /// Whether it brought nothing.
    package var isEmpty: Bool { notes.isEmpty && events.isEmpty }
}

extension Reading where Self: ~Copyable {
    /// Whether a note has that id.
    package func isTaken(_ note: NoteID) throws -> Bool { try deck(of: note) != nil }

    /// What another program keeps with a card, and where the card stood in the row of new ones.
    package func extras(of card: CardID) throws -> (extras: String?, position: Int?)? {
        try connection.row(
            """
            SELECT extras, position
            FROM card
            WHERE note = :note
            AND face = :face
            """,
            ["note": card.note, "face": card.face]
        ) { ($0.textOrNil(0), $0.intOrNil(1)) }
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
            guard let tally = try tally(of: note) else { throw OvertakenError.changed }
            sum += tally
        }
        return sum
    }
}

extension Writer {
    /// Adds an event, under another id where its own is that of another; the one that it has then.
    package func appendAnew(_ event: Event, of card: CardNumber) throws -> EventID {
        var event = event
        while try !append(event, of: card) {
            event.id = EventID(rawValue: event.id.rawValue + 1)
        }
        return event.id
    }

    /// Removes what an import brought; throws `OvertakenError` where something newer stands on it.
    func takeBack(_ rows: ImportedRows) throws {
        guard try tally(of: rows.notes) == rows.tally else { throw OvertakenError.builtUpon }
        for note in rows.notes {
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
