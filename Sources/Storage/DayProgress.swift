public import Notes
internal import SQLite

/// What of the limits of one of the learner's days is used up in a deck itself, not counting the decks inside it.
public struct DayProgress: Hashable, Sendable {
    /// How many cards that were known before were reviewed.
    public var reviews: Int
    /// How many notes had a card reviewed that was new.
    public var new: Int

    /// A count to begin with.
    public init(reviews: Int = 0, new: Int = 0) {
        self.reviews = reviews
        self.new = new
    }
}

extension Reading where Self: ~Copyable {
    /// What of a day's limits is used up in each deck; none of a deck in which nothing was reviewed.
    ///
    /// It follows from the log, so that what is taken back counts no more. A card was new that day if all of its reviews
    /// fall on it. It takes a look at the cards of that day, however large the library is.
    ///
    /// - Parameters:
    ///   - day: The number of the learner's day, which has to be the latest on which something was reviewed.
    ///   - start: The moment at which it began.
    public func progress(on day: Int, from start: Moment) throws -> [DeckID: DayProgress] {
        var progress: [DeckID: DayProgress] = [:]
        try connection.forEach(
            """
            WITH reviewed AS (
                SELECT card.note, coalesce(card.deck, note.deck) AS deck,
                    card.reviews <= (
                        SELECT count(*)
                        FROM event
                        WHERE event.card = card.id
                        AND event.moment >= :start
                        AND event.kind = 0
                        AND NOT EXISTS (
                            SELECT 1
                            FROM event AS retraction
                            WHERE retraction.retracted = event.id
                            AND retraction.card = event.card
                        )
                    ) AS was_new
                FROM card
                JOIN note ON note.id = card.note
                WHERE card.last_day = :day
            )
            SELECT deck, count(*) - sum(was_new), count(DISTINCT CASE WHEN was_new THEN note END)
            FROM reviewed
            GROUP BY deck
            """,
            ["start": start, "day": day]
        ) { row in
            progress[row.id(0)] = DayProgress(reviews: row.int(1), new: row.int(2))
        }
        return progress
    }

    /// The notes of which a card was reviewed on a day, which has to be the latest of that card: the others wait.
    public func notesReviewed(on day: Int) throws -> Set<NoteID> {
        let notes: [NoteID] = try connection.rows(
            """
            SELECT DISTINCT note
            FROM card
            WHERE last_day = :day
            """,
            ["day": day]
        ) { $0.id(0) }
        return Set(notes)
    }
}
