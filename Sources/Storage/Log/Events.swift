package import Notes
internal import Recall
internal import SQLite

extension Reading where Self: ~Copyable {
    package func event(_ id: EventID) throws -> Event? {
        try connection.row(
            """
            SELECT event.id, card.note, card.face, event.moment, event.utc_offset, event.duration, event.mode,
                event.extras, event.kind, event.grade, event.due, event.reviews, event.retracted, event.state
            FROM event
            JOIN card ON card.id = event.card
            WHERE event.id = :id
            """,
            ["id": id]
        ) { try Event($0) }
    }

    /// The whole log of a card, in the order in which its state is derived.
    package func events(of card: CardNumber) throws -> [Event] {
        try connection.rows(
            """
            SELECT event.id, card.note, card.face, event.moment, event.utc_offset, event.duration, event.mode,
                event.extras, event.kind, event.grade, event.due, event.reviews, event.retracted, event.state
            FROM event
            JOIN card ON card.id = event.card
            WHERE event.card = :card
            ORDER BY event.moment, event.id
            """,
            ["card": card]
        ) { try Event($0) }
    }

    /// Events by ID, after a certain one.
    package func events(after id: EventID?, limit: Int) throws -> [Event] {
        try connection.rows(
            """
            SELECT event.id, card.note, card.face, event.moment, event.utc_offset, event.duration, event.mode,
                event.extras, event.kind, event.grade, event.due, event.reviews, event.retracted, event.state
            FROM event
            JOIN card ON card.id = event.card
            WHERE event.id > :id
            ORDER BY event.id
            LIMIT :limit
            """,
            ["id": id?.rawValue ?? 0, "limit": limit]
        ) { try Event($0) }
    }

    /// How far the learner's clock was ahead of UTC at the latest answer until now, in minutes; nil if there is none.
    ///
    /// Only answers tell, because the state that a file sets may be without a log, and so without an offset.
    package func latestOffset(at now: Moment) throws -> Int? {
        try connection.row(
            """
            SELECT utc_offset
            FROM event
            WHERE moment <= :now
            AND kind IN (0, 1)
            ORDER BY moment DESC
            LIMIT 1
            """,
            ["now": now]
        ) { $0.int(0).clamped(to: Event.offsets) }
    }

    /// Whether a later event, not retracted, determines a card's state.
    package func isSuperseded(_ event: Event, of card: CardNumber) throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1
            FROM standing_event
            WHERE card = :card
            AND (moment, id) > (:moment, :id)
            AND kind IN (0, 2)
            LIMIT 1
            """,
            ["card": card, "moment": event.moment, "id": event.id]
        )
    }

    /// How many answers the log has, including retracted ones.
    package func answerCount() throws -> Int {
        try connection.row(
            """
            SELECT count(*)
            FROM event
            WHERE kind IN (0, 1)
            """
        ) { $0.int(0) } ?? 0
    }
}

extension Writer {
    /// Adds an event to the log of a card; false if its ID is taken.
    ///
    /// The cached answers of the card are stale until `refreshAnswers`, and the tallies until the transaction ends.
    package func append(_ event: Event, of card: CardNumber) throws -> Bool {
        guard try insert(event, of: card) else { return false }
        changedLogs.added[card, default: AddedEvents()].append(TallyEvent(event))
        return true
    }

    /// The same without tallying it.
    func insert(_ event: Event, of card: CardNumber) throws -> Bool {
        let added = try connection.run(
            """
            INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode, due,
                retracted, state, extras, reviews)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        ) { event.put(of: card, into: &$0) }
        return added == 1
    }

    /// Recomputes the cached latest answers to cards and to their notes from the log.
    ///
    /// Retracted answers do not count, and the order in which events arrived makes no difference. No index of cards contains them, so
    /// practice writes none; see `refreshStates` for what reviews change.
    package func refreshAnswers(of cards: some Sequence<CardNumber>) throws {
        var notes: [CardNumber: NoteID] = [:]
        for card in cards { notes[card] = try note(of: card) }
        try refreshAnswers(of: notes)
    }

    /// The same where the notes of the cards are known.
    package func refreshAnswers(of notes: [CardNumber: NoteID]) throws {
        // In the order of the rows in the file.
        for card in notes.keys.sorted() { try refreshAnswers(of: card) }
        for note in Set(notes.values).sorted() { try refreshAnswers(of: note) }
    }

    private func refreshAnswers(of card: CardNumber) throws {
        // NB: With `RETURNING note` it would take twice as long, because SQLite would load every column before and after.
        try connection.run(
            """
            UPDATE card
            SET (answered, answered_event, answered_grade) = (
                SELECT event.moment, event.id, event.grade
                FROM standing_event AS event
                WHERE event.card = card.id
                AND event.kind IN (0, 1)
                ORDER BY event.moment DESC, event.id DESC
                LIMIT 1
            )
            WHERE id = :card
            """,
            ["card": card]
        )
    }

    private func note(of card: CardNumber) throws -> NoteID? {
        try connection.row("SELECT note FROM card WHERE id = :card", ["card": card]) { $0.id(0) }
    }

    /// Recomputes the cached latest answers to all cards and notes from the log.
    package func refreshAllAnswers() throws {
        try forEachCardBatch { cards in
            let existing = try connection.rows(
                """
                SELECT id
                FROM card
                WHERE id BETWEEN :first AND :last
                """,
                ["first": cards.lowerBound, "last": cards.upperBound]
            ) { CardNumber(rawValue: $0.int64(0)) }
            try refreshAnswers(of: existing)
        }
    }

    private func refreshAnswers(of note: NoteID) throws {
        try connection.run(
            """
            UPDATE note
            SET answered = coalesce((SELECT max(answered) FROM card WHERE note = :note), 0)
            WHERE id = :note
            """,
            ["note": note]
        )
    }
}
