package import Notes
package import Recall
internal import SQLite

/// What determines a due card's position in the order of review.
package struct DueCard: Sendable {
    package let number: CardNumber
    package let note: NoteID
    package let deck: DeckID
    /// In milliseconds.
    package let due: Int64
    /// Whether it is being learned or relearned.
    package let isAtStep: Bool
    package let state: CardState

    init(_ row: borrowing Row) {
        number = CardNumber(rawValue: row.int64(0))
        note = row.id(1)
        deck = row.id(2)
        due = row.moment(3).milliseconds
        let stage = row.int(4)
        isAtStep = stage == 1 || stage == 3
        state = CardState(
            stage: stage == 1 ? .learning(step: 0) : stage == 3 ? .relearning(step: 0) : .review,
            memory: row.doubleOrNil(5).map { Memory(stability: $0, difficulty: row.double(6)) },
            due: due,
            interval: 0,
            reviews: 0,
            lapses: 0,
            lastReview: nil,
            lastDay: row.intOrNil(7)
        )
    }
}

extension Reading where Self: ~Copyable {
    /// The cards that are dealt from some decks and due within a range of time, by due time in each deck.
    ///
    /// Leaves out suspended cards and those buried at that moment. Reads only an index, in its order.
    package func dueCards(
        in decks: [DeckID],
        _ moments: Range<Moment>,
        at now: Moment
    ) throws -> [DueCard] {
        try dueCards(
            """
            SELECT due_card.*
            FROM json_each(:named) AS named
            CROSS JOIN due_card ON due_card.dealing_deck = named.value
            WHERE due >= :from
            AND due < :to
            AND (buried IS NULL OR buried <= :now)
            """,
            jsonArray(of: decks),
            moments,
            at: now
        )
    }

    /// The cards of some notes that are due within a range of time, in any order.
    package func dueCards(
        of notes: [NoteID],
        _ moments: Range<Moment>,
        at now: Moment
    ) throws -> [DueCard] {
        try dueCards(
            """
            SELECT due_card.*
            FROM json_each(:named) AS named
            CROSS JOIN due_card ON due_card.note = named.value
            WHERE due >= :from
            AND due < :to
            AND (buried IS NULL OR buried <= :now)
            """,
            jsonArray(of: notes),
            moments,
            at: now
        )
    }

    private func dueCards(
        _ sql: StaticString,
        _ named: String,
        _ moments: Range<Moment>,
        at now: Moment
    ) throws -> [DueCard] {
        try connection.rows(
            sql,
            ["named": named, "from": moments.lowerBound, "to": moments.upperBound, "now": now]
        ) { DueCard($0) }
    }

    /// How many cards of the library are due in each interval between consecutive moments.
    package func dueCounts(between moments: [Moment]) throws -> [Int] {
        try zip(moments, moments.dropFirst()).map { from, to in
            try connection.row(
                """
                SELECT count(*)
                FROM card
                WHERE due >= :from
                AND due < :to
                AND dealing_deck IS NOT NULL
                """,
                ["from": from, "to": to]
            ) { $0.int(0) } ?? 0
        }
    }

    /// How many notes have a card that is dealt from one of the decks and due within a range of time.
    package func notesDue(in decks: [DeckID], _ moments: Range<Moment>) throws -> Int {
        try connection.row(
            """
            SELECT count(DISTINCT note)
            FROM json_each(:decks) AS named
            CROSS JOIN card ON dealing_deck = named.value
            WHERE due >= :from
            AND due < :to
            """,
            [
                "decks": jsonArray(of: decks), "from": moments.lowerBound,
                "to": moments.upperBound,
            ]
        ) { $0.int(0) } ?? 0
    }

    /// When the first card after a moment is due that is dealt from one of the decks.
    package func firstDue(in decks: [DeckID], from moment: Moment) throws -> Moment? {
        try connection.row(
            """
            SELECT min((
                SELECT min(due)
                FROM card
                WHERE dealing_deck = named.value
                AND due >= :from
            ))
            FROM json_each(:decks) AS named
            """,
            ["decks": jsonArray(of: decks), "from": moment]
        ) { $0.momentOrNil(0) } ?? nil
    }

    /// The notes with a card that is buried at that moment.
    package func notesBuried(at now: Moment) throws -> Set<NoteID> {
        var notes: Set<NoteID> = []
        try connection.forEach(
            """
            SELECT note
            FROM card
            WHERE buried > :now
            """,
            ["now": now]
        ) { notes.insert($0.id(0)) }
        return notes
    }

    /// The faces of a note whose cards are suspended, or buried at that moment.
    package func unavailableFaces(of note: NoteID, at now: Moment) throws -> UnavailableFaces {
        var faces = UnavailableFaces(areOthersUnavailable: try isSuspended(note))
        try connection.forEach(
            """
            SELECT face, is_suspended = 1 OR coalesce(buried, 0) > :now
            FROM card
            WHERE note = :note
            """,
            ["note": note, "now": now]
        ) { row in
            if let face = Face(row.text(0)) { faces.stored[face] = row.bool(1) }
        }
        return faces
    }
}
