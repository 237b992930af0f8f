internal import Notes
internal import Recall
internal import SQLite

/// How a transaction changes the logs of cards.
final class ChangedLogs {
    var added: [CardNumber: AddedEvents] = [:]
    /// The answers that counted before events were deleted.
    var before: [CardNumber: [TalliedAnswer]] = [:]
    /// The days by which answers are tallied, once they are known.
    var boundary: DayBoundary?
    /// The earliest day whose tallies were changed.
    var earliestDay: Int?

    func clear() {
        added = [:]
        before = [:]
        boundary = nil
    }
}

/// The events that a transaction has added to the log of a card.
struct AddedEvents {
    private(set) var events: [TallyEvent] = []
    /// The answers among them and where they count, once `countAddedAnswers` has counted them; nil after another event was added.
    var counted: (answers: [TalliedAnswer], group: TallyGroup)?

    mutating func append(_ event: TallyEvent) {
        events.append(event)
        counted = nil
    }
}

extension SettingKey {
    /// The hour at which days began when answers were tallied.
    static let tallyRollover = SettingKey(rawValue: "tally-rollover")
}

extension Writer {
    /// Keeps what the log of a card counts for; has to be called before some of it is deleted.
    func willDeleteEvents(of card: CardNumber) throws {
        let changedLogs = changedLogs
        guard changedLogs.before[card] == nil else { return }
        let answers = answersBefore(try tallyEvents(of: card), of: card, try boundary())
        changedLogs.before[card] = answers
    }

    /// What a card counted for before the transaction.
    private func answersBefore(
        _ events: [TallyEvent],
        of card: CardNumber,
        _ boundary: DayBoundary
    ) -> [TalliedAnswer] {
        if let before = changedLogs.before[card] { return before }
        let added = changedLogs.added[card]?.events ?? []
        let others = events.filter { event in !added.contains { $0.id == event.id } }
        return TalliedAnswer.answers(in: others, boundary)
    }

    private func boundary() throws -> DayBoundary {
        let changedLogs = changedLogs
        if let boundary = changedLogs.boundary { return boundary }
        let boundary = try tallyBoundary()
        changedLogs.boundary = boundary
        return boundary
    }

    /// Counts the answers that were added to a card's log after all others, so that it need not be read again for the tallies.
    ///
    /// - Parameters:
    ///   - log: All of it except practice.
    ///   - boundary: That of the settings; if it was another when answers were tallied, all are counted anew.
    // Never inlined, so that its share of an answer can be measured.
    @inline(never) func countAddedAnswers(
        to card: StoredCard,
        in log: [CardEvent],
        _ boundary: DayBoundary
    ) {
        guard let added = changedLogs.added[card.card]?.events,
            log.suffix(added.count).map(\.id) == added.map(\.id),
            !added.contains(where: \.isRetraction)
        else { return }
        let earlier = log.dropLast(added.count).compactMap { TallyEvent($0) }
        let answers = TalliedAnswer.answers(in: earlier + added, from: earlier.count, boundary)
        let group = TallyGroup(deck: card.isBinned ? nil : card.deck, face: card.id.face)
        changedLogs.added[card.card]?.counted = (answers, group)
    }

    /// Updates the tallies at the end of a transaction: adds what cards count for now and subtracts what they counted for before.
    ///
    /// So the order of events makes no difference, and neither does what else happened to the cards.
    // Never inlined, so that its share of an answer can be measured.
    @inline(never) func updateTallies() throws {
        let moved = try movedCards()
        let cards = Set(changedLogs.added.keys).union(changedLogs.before.keys).union(moved.keys)
        guard !cards.isEmpty else { return }
        var difference = TallyTable()
        for card in cards.sorted() {
            let isInPlace = moved[card] == nil && changedLogs.before[card] == nil
            if isInPlace, let (answers, group) = changedLogs.added[card]?.counted {
                difference.add(answers, in: group)
                continue
            }
            let boundary = try boundary()
            if moved[card] == nil, let practice = try addedPractice(of: card) {
                // It counts by itself, whatever else is in the log.
                let answers = TalliedAnswer.answers(in: practice, boundary)
                let group = try tallyGroup(of: card) ?? TallyGroup(deck: nil, languages: "")
                difference.add(answers, in: group)
                continue
            }
            let events = try tallyEvents(of: card)
            let after = TalliedAnswer.answers(in: events, boundary)
            let before = answersBefore(events, of: card, boundary)
            guard !(before.isEmpty && after.isEmpty) else { continue }
            let group = try tallyGroup(of: card) ?? TallyGroup(deck: nil, languages: "")
            let old = moved[card] ?? group
            // What both have in common is most of it, and changes nothing.
            let common =
                old == group ? zip(before, after).prefix { $0 == $1 }.count : 0
            difference.add(before.dropFirst(common), in: old, -1)
            difference.add(after.dropFirst(common), in: group)
        }
        changedLogs.clear()
        try add(difference)
    }

    /// Has to be called where tallies of a day, and perhaps of later ones, are changed.
    func talliesChange(from day: Int) {
        let changedLogs = changedLogs
        changedLogs.earliestDay = min(day, changedLogs.earliestDay ?? day)
    }

    /// The added events of a card that were not retracted; nil if something else than practice was added, or some deleted.
    private func addedPractice(of card: CardNumber) throws -> [TallyEvent]? {
        guard changedLogs.before[card] == nil, let added = changedLogs.added[card]?.events,
            added.allSatisfy(\.isPractice)
        else { return nil }
        return try added.filter { event in
            try !connection.hasRow(
                """
                SELECT 1
                FROM event
                WHERE retracted = :id
                AND card = :card
                """,
                ["id": event.id, "card": card]
            )
        }
    }

    /// The cards that the transaction has moved, with the groups in which they were.
    private func movedCards() throws -> [CardNumber: TallyGroup] {
        var groups: [CardNumber: TallyGroup] = [:]
        try connection.forEach("SELECT card, deck, face FROM tally_move") { row in
            let deck = row.int64(1)
            groups[CardNumber(rawValue: row.int64(0))] = TallyGroup(
                deck: deck == 0 ? nil : DeckID(rawValue: deck),
                face: row.text(2)
            )
        }
        if !groups.isEmpty { try connection.run("DELETE FROM tally_move") }
        return groups
    }

    func add(_ difference: TallyTable) throws {
        let difference = difference.withoutEmptyRows
        if let first = difference.rows.keys.lazy.map(\.day).min() { talliesChange(from: first) }
        for key in difference.sortedKeys {
            guard let tally = difference.rows[key] else { continue }
            try connection.run(
                """
                INSERT INTO tally (day, deck, languages, hour, phase, again, hard, good, easy, milliseconds, cut)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE
                SET again = again + excluded.again, hard = hard + excluded.hard, good = good + excluded.good,
                    easy = easy + excluded.easy, milliseconds = milliseconds + excluded.milliseconds,
                    cut = cut + excluded.cut
                """
            ) { row in
                key.put(into: &row)
                row.bind(tally.again)
                row.bind(tally.hard)
                row.bind(tally.good)
                row.bind(tally.easy)
                row.bind(tally.milliseconds)
                row.bind(tally.cut)
            }
            guard tally.grades.contains(where: { $0 < 0 }) else { continue }
            try connection.run(
                """
                DELETE FROM tally
                WHERE day = ?
                AND deck = ?
                AND languages = ?
                AND hour = ?
                AND phase = ?
                AND again + hard + good + easy = 0
                """
            ) { key.put(into: &$0) }
        }
    }

    /// Counts the whole log anew, and returns how many rows were wrong.
    @discardableResult
    package func rebuildTallies() throws -> Int {
        let rollover = try settings().rollover
        let table = try tallyTableFromLog(DayBoundary(rollover: rollover))
        let wrong = try storedTallyTable().differences(from: table).count
        changedLogs.clear()
        talliesChange(from: .min)
        try connection.run("DELETE FROM tally_move")
        try connection.run("DELETE FROM tally")
        try add(table)
        try set(.tallyRollover, to: "\(rollover)")
        return wrong
    }

    /// Counts the log anew if days now begin at another hour, or if it was never counted.
    func rebuildStaleTallies() throws {
        if try areTalliesStale() { try rebuildTallies() }
    }
}

extension Reading where Self: ~Copyable {
    func areTalliesStale() throws -> Bool {
        try setting(.tallyRollover) != "\(try settings().rollover)"
    }
}

extension TallyKey {
    /// Binds the columns day, deck, languages, hour, phase.
    fileprivate func put(into row: inout some ColumnSink & ~Copyable) {
        row.bind(day)
        row.bind(group.deck?.rawValue ?? 0)
        row.bind(group.languages)
        row.bind(hour)
        row.bind(phase.rawValue)
    }
}
