package import Notes
package import Recall
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The days by which answers are tallied.
    package func tallyBoundary() throws -> DayBoundary {
        DayBoundary(rollover: try setting(.tallyRollover).flatMap { Int($0) } ?? 4)
    }

    /// The log of a card, in the order of time, as far as answers depend on it.
    package func tallyEvents(of card: CardNumber) throws -> [TallyEvent] {
        var log = TallyLog()
        try connection.forEach(
            """
            SELECT id, moment, utc_offset, duration, mode, kind, grade, due, reviews, retracted, state
            FROM event
            WHERE card = :card
            ORDER BY moment, id
            """,
            ["card": card]
        ) { try log.add($0) }
        return log.events
    }

    /// Passes the answers to each card that has a log to `body`, deleted cards included.
    private func forEachTalliedCard(
        _ boundary: DayBoundary,
        _ body: (CardNumber, [TalliedAnswer]) throws -> Void
    ) throws {
        var card: CardNumber?
        var log = TallyLog()
        func finishCard() throws {
            if let card { try body(card, TalliedAnswer.answers(in: log.events, boundary)) }
            log.removeAll()
        }
        try connection.forEach(
            """
            SELECT id, moment, utc_offset, duration, mode, kind, grade, due, reviews, retracted, state, card
            FROM event
            ORDER BY card, moment, id
            """
        ) { row in
            let next = CardNumber(rawValue: row.int64(11))
            if next != card {
                try finishCard()
                card = next
            }
            try log.add(row)
        }
        try finishCard()
    }

    /// Where the answers to a card are counted.
    func tallyGroup(of card: CardNumber) throws -> TallyGroup? {
        try connection.row(
            """
            SELECT CASE WHEN note.binned IS NULL THEN coalesce(card.deck, note.deck) END, card.face
            FROM card
            JOIN note ON note.id = card.note
            WHERE card.id = :card
            """,
            ["card": card]
        ) { TallyGroup(deck: $0.isNull(0) ? nil : $0.id(0), face: $0.text(1)) }
    }

    private func tallyGroups() throws -> [CardNumber: TallyGroup] {
        var groups: [CardNumber: TallyGroup] = [:]
        var languages: [String: String] = [:]
        try connection.forEach(
            """
            SELECT card.id, coalesce(card.deck, note.deck), card.face
            FROM card
            JOIN note ON note.id = card.note
            WHERE note.binned IS NULL
            """
        ) { row in
            let face = row.text(2)
            let known = languages[face]
            let group =
                known.map { TallyGroup(deck: row.id(1), languages: $0) }
                ?? TallyGroup(deck: row.id(1), face: face)
            if known == nil { languages[face] = group.languages }
            groups[CardNumber(rawValue: row.int64(0))] = group
        }
        return groups
    }

    /// The tallies that follow from the whole log.
    func tallyTableFromLog(_ boundary: DayBoundary) throws -> TallyTable {
        let groups = try tallyGroups()
        let deleted = TallyGroup(deck: nil, languages: "")
        var table = TallyTable()
        try forEachTalliedCard(boundary) { card, answers in
            table.add(answers, in: groups[card] ?? deleted)
        }
        return table
    }

    func storedTallyTable() throws -> TallyTable {
        var table = TallyTable()
        try forEachTally { table.set($0, to: $1) }
        return table
    }

    /// Passes over rows that no version of Omena has written.
    private func forEachTally(_ body: (TallyKey, AnswerTally) -> Void) throws {
        try connection.forEach(
            """
            SELECT day, deck, languages, hour, phase, again, hard, good, easy, milliseconds, cut
            FROM tally
            """
        ) { row in
            let deck = row.int64(1)
            let group = TallyGroup(
                deck: deck == 0 ? nil : DeckID(rawValue: deck),
                languages: row.text(2)
            )
            guard let phase = AnswerPhase(rawValue: row.int(4)) else { return }
            let key = TallyKey(day: row.int(0), group: group, hour: row.int(3), phase: phase)
            body(key, AnswerTally(row, from: 5))
        }
    }

    /// How many rows of the tallies are not what the log says.
    package func staleTallyCount() throws -> Int {
        let table = try storedTallyTable()
        let rows = try connection.row("SELECT count(*) FROM tally") { $0.int(0) } ?? 0
        let unreadable = max(0, rows - table.rows.count)
        return try unreadable + table.differences(from: tallyTableFromLog(tallyBoundary())).count
    }
}

extension AnswerTally {
    /// Reads the columns again, hard, good, easy, milliseconds, cut.
    init(_ row: borrowing Row, from column: Int32) {
        self.init()
        again = row.int(column, within: Self.counts)
        hard = row.int(column + 1, within: Self.counts)
        good = row.int(column + 2, within: Self.counts)
        easy = row.int(column + 3, within: Self.counts)
        milliseconds = row.int(column + 4, within: Self.times)
        cut = row.int(column + 5, within: Self.counts)
    }

    /// So few that sums cannot overflow.
    static let counts = 0...1_000_000_000
    static let times = 0...1_000_000_000 * longestAnswer
}
