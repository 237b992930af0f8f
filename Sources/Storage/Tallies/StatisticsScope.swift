package import Notes
internal import Recall
internal import SQLite

/// The cards that statistics are about.
package enum StatisticsScope: Sendable {
    case library
    /// The cards in some decks, and those of some notes.
    case cards(decks: [DeckID], notes: [NoteID])

    /// Arguments of the statements below.
    var arguments: (isAll: Bool, decks: String, notes: String) {
        switch self {
        case .library: (true, "[]", "[]")
        case .cards(let decks, let notes): (false, jsonArray(of: decks), jsonArray(of: notes))
        }
    }

    /// Whether their answers are tallied; the logs of single notes are read instead.
    var isTallied: Bool {
        if case .cards(_, let notes) = self { notes.isEmpty } else { true }
    }

    /// Identifies the cards whose answers are tallied; nil if their logs are read instead.
    package var nameOfTallies: String? {
        guard isTallied else { return nil }
        return switch self {
        case .library: "library"
        case .cards(let decks, _): jsonArray(of: decks)
        }
    }

    /// Whether they are the cards of a few notes, which are looked up one by one.
    var isNotesOnly: Bool {
        if case .cards(let decks, _) = self { decks.isEmpty } else { false }
    }
}

/// Answers that were counted together.
package struct TallyRow: Sendable {
    package let day: Int
    /// Such as `en>fi`; empty if the cards ask no language.
    package let languages: String
    package let hour: Int
    package let phase: AnswerPhase
    package let tally: AnswerTally
    /// Whether the cards are deleted or in the bin.
    package let isOfDeleted: Bool
}

extension Reading where Self: ~Copyable {
    /// Passes what was answered on some days to `body`.
    ///
    /// The library and its decks are counted already; the logs of other cards are read.
    package func forEachTally(
        in scope: StatisticsScope,
        _ days: ClosedRange<Int>,
        _ body: (TallyRow) -> Void
    ) throws {
        if case .cards(let decks, let notes) = scope, !scope.isTallied {
            try forEachAnswer(toCardsIn: decks, orOf: notes) { answer, group in
                guard days.contains(answer.day) else { return }
                var tally = AnswerTally()
                tally.add(answer)
                body(
                    TallyRow(
                        day: answer.day,
                        languages: group.languages,
                        hour: answer.hour,
                        phase: answer.phase,
                        tally: tally,
                        isOfDeleted: false
                    )
                )
            }
        } else {
            try forEachStoredTally(in: scope, days, body)
        }
    }

    private func forEachStoredTally(
        in scope: StatisticsScope,
        _ days: ClosedRange<Int>,
        _ body: (TallyRow) -> Void
    ) throws {
        let (isAll, decks, _) = scope.arguments
        try connection.forEach(
            """
            SELECT day, languages, hour, phase, again, hard, good, easy, milliseconds, cut, deck = 0
            FROM tally
            WHERE day BETWEEN :from AND :to
            AND (:is_all OR deck IN (SELECT value FROM json_each(:decks)))
            """,
            [
                "from": days.lowerBound, "to": days.upperBound, "is_all": isAll,
                "decks": decks,
            ]
        ) { row in
            // A check counts the log anew where there is anything else.
            guard let phase = AnswerPhase(rawValue: row.int(3)) else { return }
            body(
                TallyRow(
                    day: row.int(0, within: CardState.days),
                    languages: row.text(1),
                    hour: row.int(2, within: 0...23),
                    phase: phase,
                    tally: AnswerTally(row, from: 4),
                    isOfDeleted: row.bool(10)
                )
            )
        }
    }

    private func forEachAnswer(
        toCardsIn decks: [DeckID],
        orOf notes: [NoteID],
        _ body: (TalliedAnswer, TallyGroup) -> Void
    ) throws {
        let boundary = try tallyBoundary()
        var card: (number: Int64, group: TallyGroup)?
        var log = TallyLog()
        func finishCard() {
            if let card {
                for answer in TalliedAnswer.answers(in: log.events, boundary) {
                    body(answer, card.group)
                }
            }
            log.removeAll()
        }
        // Reading the index is faster than reading the notes; after a large import it is yet to be built.
        let index =
            try connection.indexingState().lacksIndexes
            ? SQL("") : SQL("INDEXED BY note_in_order")
        // A cross join goes through the cards one by one, and through the events of each in the order of their key: by moment and ID.
        // Asked for that order, SQLite would sort all events again, which takes as long as reading them.
        let chosen =
            SQL(
                """
                SELECT card.id, card.face, note.deck
                FROM json_each(?) AS named
                CROSS JOIN note
                """,
                jsonArray(of: notes)
            ) + index
            + SQL(
                """
                ON note.id = named.value
                CROSS JOIN card ON card.note = note.id
                WHERE note.binned IS NULL
                UNION
                SELECT card.id, card.face, note.deck
                FROM card
                JOIN note ON note.id = card.note
                WHERE ?
                AND note.binned IS NULL
                AND coalesce(card.deck, note.deck) IN (SELECT value FROM json_each(?))
                """,
                !decks.isEmpty,
                jsonArray(of: decks)
            )
        try connection.forEach(
            SQL("WITH chosen AS MATERIALIZED") + chosen.parenthesized
                + SQL(
                    """
                    SELECT event.id, moment, utc_offset, duration, mode, kind, grade, due, reviews, retracted,
                        state, card, deck, face
                    FROM chosen
                    CROSS JOIN event ON event.card = chosen.id
                    """
                )
        ) { row -> Void in
            let number = row.int64(11)
            if number != card?.number {
                finishCard()
                card = (number, TallyGroup(deck: row.id(12), face: row.text(13)))
            }
            try log.add(row)
        }
        finishCard()
    }

    package func suspendedCardCount(in scope: StatisticsScope) throws -> Int {
        let (isAll, decks, notes) = scope.arguments
        return try connection.row(
            """
            SELECT count(*)
            FROM card
            JOIN note ON note.id = card.note
            WHERE card.is_suspended = 1
            AND card.is_asked = 1
            AND note.binned IS NULL
            AND (
                :is_all
                OR coalesce(card.deck, note.deck) IN (SELECT value FROM json_each(:decks))
                OR note.id IN (SELECT value FROM json_each(:notes))
            )
            """,
            ["is_all": isAll, "decks": decks, "notes": notes]
        ) { $0.int(0) } ?? 0
    }

    /// How many notes have never been asked, without suspended ones.
    package func unaskedNoteCount(in scope: StatisticsScope) throws -> Int {
        let (isAll, decks, notes) = scope.arguments
        return try connection.row(
            """
            SELECT count(*)
            FROM note
            WHERE cards = 0
            AND binned IS NULL
            AND is_suspended = 0
            AND (
                :is_all
                OR deck IN (SELECT value FROM json_each(:decks))
                OR id IN (SELECT value FROM json_each(:notes))
            )
            """,
            ["is_all": isAll, "decks": decks, "notes": notes]
        ) { $0.int(0) } ?? 0
    }

    /// How many notes are never asked because all of their cards are suspended, by their languages.
    package func suspendedNoteCounts(
        in scope: StatisticsScope
    ) throws -> [(languages: String, notes: Int)] {
        let (isAll, decks, notes) = scope.arguments
        return try connection.rows(
            """
            SELECT languages, count(*)
            FROM (
                SELECT note
                FROM card
                WHERE is_suspended = 1
                UNION
                SELECT id
                FROM note
                WHERE is_suspended = 1
                AND cards = 0
            ) AS suspended
            CROSS JOIN note ON note.id = suspended.note
            WHERE binned IS NULL
            AND (is_suspended = 1 OR has_new = 0)
            AND NOT EXISTS (
                SELECT 1
                FROM card
                WHERE card.note = note.id
                AND card.is_suspended = 0
                AND is_asked = 1
            )
            AND (
                :is_all
                OR deck IN (SELECT value FROM json_each(:decks))
                OR note.id IN (SELECT value FROM json_each(:notes))
            )
            GROUP BY languages
            """,
            ["is_all": isAll, "decks": decks, "notes": notes]
        ) { ($0.text(0), $0.int(1)) }
    }

    package func noteCount(in scope: StatisticsScope) throws -> Int {
        switch scope {
        case .library:
            try deckCounts().values.reduce(0) { $0 + $1.notes }
        case .cards(let decks, let notes):
            try noteCount(in: decks, or: notes)
        }
    }

    /// How many notes have exactly these languages, by the languages as sorted tags, separated by commas.
    package func languageCounts(
        in scope: StatisticsScope
    ) throws -> [(languages: String, notes: Int)] {
        if case .cards(let decks, let notes) = scope, !notes.isEmpty {
            return try connection.rows(
                """
                SELECT languages, count(*)
                FROM (
                    SELECT languages
                    FROM json_each(:decks) AS named
                    CROSS JOIN note ON note.deck = named.value
                    WHERE binned IS NULL
                    UNION ALL
                    SELECT languages
                    FROM json_each(:notes) AS named
                    CROSS JOIN note ON note.id = named.value
                    WHERE binned IS NULL
                    AND deck NOT IN (SELECT value FROM json_each(:decks))
                )
                WHERE languages <> ''
                GROUP BY languages
                """,
                ["decks": jsonArray(of: decks), "notes": jsonArray(of: notes)]
            ) { ($0.text(0), $0.int(1)) }
        }
        let (isAll, decks, _) = scope.arguments
        return try connection.rows(
            """
            SELECT languages, sum(notes)
            FROM language_set
            WHERE :is_all OR deck IN (SELECT value FROM json_each(:decks))
            GROUP BY languages
            """,
            ["is_all": isAll, "decks": decks]
        ) { ($0.text(0), $0.int(1, within: DeckCount.counts)) }
    }

    /// When the first note was made, by clocks that may have been wrong.
    package func earliestNote() throws -> Moment? {
        try connection.row("SELECT min(made) FROM note WHERE binned IS NULL") {
            $0.momentOrNil(0)
        } ?? nil
    }

    /// How many notes were made on each of some days, counted from 0, on which some were.
    ///
    /// - Parameter start: When the first day begins.
    package func newNoteCounts(
        in scope: StatisticsScope,
        since start: Moment,
        days: Int
    ) throws -> [(day: Int, notes: Int)] {
        guard case .cards(let decks, let notes) = scope else {
            // SQLite counts the entries of an index faster than it returns them.
            return try connection.rows(
                """
                WITH RECURSIVE day (number) AS (
                    SELECT 0
                    UNION ALL
                    SELECT number + 1
                    FROM day
                    WHERE number + 1 < :days
                )
                SELECT number, (
                    SELECT count(*)
                    FROM note
                    WHERE binned IS NULL
                    AND made >= :start + number * :length
                    AND made < :start + (number + 1) * :length
                )
                FROM day
                """,
                ["start": start, "length": DayBoundary.length, "days": days]
            ) { (day: $0.int(0), notes: $0.int(1)) }.filter { $0.notes > 0 }
        }
        var counts: [Int: Int] = [:]
        try connection.forEach(
            """
            SELECT (made - :start) / :length
            FROM json_each(:decks) AS named
            CROSS JOIN note ON note.deck = named.value
            WHERE binned IS NULL
            AND made >= :start
            AND made < :start + :days * :length
            UNION ALL
            SELECT (made - :start) / :length
            FROM json_each(:notes) AS named
            CROSS JOIN note ON note.id = named.value
            WHERE binned IS NULL
            AND made >= :start
            AND made < :start + :days * :length
            AND deck NOT IN (SELECT value FROM json_each(:decks))
            """,
            [
                "start": start, "length": DayBoundary.length, "days": days,
                "decks": jsonArray(of: decks), "notes": jsonArray(of: notes),
            ]
        ) { counts[$0.int(0), default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { (day: $0.key, notes: $0.value) }
    }

    /// A value that was computed before, unless the library has changed or some minutes have passed since.
    ///
    /// - Parameter key: Tells it from other values of its kind.
    package func recent<Value: Sendable>(
        _ key: String,
        at now: Moment,
        _ compute: () throws -> Value?
    ) throws -> Value? {
        let values = try connection.cached("recent statistics") { RecentValues() }
        if let (moment, value) = values.byKey[key], abs(now.milliseconds - moment) < 300_000,
            let value = value as? Value
        {
            return value
        }
        guard let value = try compute() else { return nil }
        if values.byKey.count >= RecentValues.most { values.byKey = [:] }
        values.byKey[key] = (now.milliseconds, value)
        return value
    }

    /// How many reviews decks have, or the whole library, without practice.
    package func talliedReviewCount(in scope: StatisticsScope) throws -> Int {
        let (isAll, decks, _) = scope.arguments
        return try connection.row(
            """
            SELECT coalesce(sum(again + hard + good + easy), 0)
            FROM tally
            WHERE phase < :practice
            AND (:is_all OR deck IN (SELECT value FROM json_each(:decks)))
            """,
            ["practice": AnswerPhase.learn.rawValue, "is_all": isAll, "decks": decks]
        ) { $0.int(0) } ?? 0
    }

    /// The first day with an answer.
    package func firstTalliedDay() throws -> Int? {
        try connection.row("SELECT min(day) FROM tally") {
            $0.isNull(0) ? nil : $0.int(0, within: CardState.days)
        } ?? nil
    }
}

/// Values of one connection, which one thread uses at a time.
private final class RecentValues {
    var byKey: [String: (moment: Int64, value: any Sendable)] = [:]

    static let most = 16
}
