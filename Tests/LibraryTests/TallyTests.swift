import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import SQLite
import TestChance
import TestKey
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// Whatever happens to cards and logs, in whatever order, tallies are what a count of the whole log gives.
struct TallyTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    /// The steps of one history.
    ///
    /// `make soak` has a hundred histories rather than a long one, in which all cards would be deleted before long, and counting the
    /// whole log again and again would take hours.
    private static let steps = 10_000

    /// How many rows are not what the log says.
    private func staleCount() throws -> Int {
        try library.database.read { try $0.staleTallyCount() }
    }

    private func statistics(
        of source: Source? = nil,
        range: StatisticsRange = .all
    ) throws -> Statistics {
        try #require(try library.statistics(of: source, range: range, timeZoneOffset: 0))
    }

    private func answers(_ source: Source? = nil) throws -> Int {
        try statistics(of: source).days.reduce(0) { $0 + $1.answers }
    }

    private func review(
        _ id: Int64,
        _ card: CardID,
        _ grade: Grade = .good,
        daysAgo: Int64 = 0
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: card.note,
            face: card.face,
            kind: .review(grade, due: nil),
            moment: fresh.clock.now.later(by: -daysAgo * 86_400_000),
            offset: 0,
            duration: 6_000,
            mode: .review
        )
    }

    // MARK: - One change

    @Test func countsAnAnswerAndItsRetraction() throws {
        let card = try fresh.cardID()
        let first = review(1, card, daysAgo: 3)
        let second = review(2, card, .again)

        _ = try library.record([first, second])
        #expect(try statistics().retention == Statistics.Retention(recalled: 0, of: 1))
        #expect(try statistics().days.map(\.minutes) == [0.1, 0.1])

        var retraction = second
        retraction.id = EventID(rawValue: 3)
        retraction.kind = .retraction(of: second.id)
        _ = try library.record([retraction])
        #expect(try statistics().retention == Statistics.Retention())
        #expect(try answers() == 1)
        #expect(try staleCount() == 0)
    }

    @Test func answersFromWhenTheClockWasAheadDoNoHarm() throws {
        let card = try fresh.cardID()
        fresh.clock.advance(by: 400 * 86_400_000)
        _ = try library.record([review(1, card)])
        fresh.clock.advance(by: -400 * 86_400_000)

        #expect(try answers() == 0)
        #expect(try staleCount() == 0)
    }

    /// A chart of them all would have 270,000 years.
    @Test func noAnswerIsAHundredYearsOld() throws {
        _ = try library.record([review(1, try fresh.cardID())])
        try library.database.write { writer in
            try writer.connection.execute(script: "UPDATE tally SET day = -100000000")
        }

        #expect(try answers() == 0)
    }

    /// Only somebody else could have written them.
    @Test func rowsOfNoMeaningArePassedOverAndRemovedByACheck() throws {
        _ = try library.record([review(1, try fresh.cardID())])
        try library.database.write { writer in
            try writer.connection.execute(
                script: """
                    INSERT INTO tally (day, deck, languages, hour, phase, again, hard, good, easy, milliseconds, cut)
                    SELECT 9223372036854775807, deck, languages, hour, 9223372036854775807, again, hard, good, easy,
                        milliseconds, cut
                    FROM tally
                    """
            )
        }

        #expect(try answers() == 1)
        #expect(try staleCount() == 1)
        _ = try library.check()
        #expect(try staleCount() == 0)
        #expect(try answers() == 1)
    }

    @Test func anEarlierAnswerThatArrivesLateChangesTheLaterOne() throws {
        let card = try fresh.cardID()

        _ = try library.record([review(2, card)])
        #expect(try statistics().days.map(\.new) == [1])
        _ = try library.record([review(1, card, daysAgo: 30)])

        #expect(try statistics().days.map(\.new) == [1, 0])
        #expect(try statistics().days.map(\.mature) == [0, 1])
        #expect(try staleCount() == 0)
    }

    @Test func answersOfOneBatchCountAsIfTheyCameOneByOne() throws {
        let card = try fresh.cardID()
        let missing = EventID(rawValue: 5)
        var retraction = review(4, card)
        retraction.kind = .retraction(of: missing)
        var practice = review(7, card)
        practice.kind = .practice(.good)
        let batches = [
            [review(1, card, daysAgo: 40), review(2, card, daysAgo: 10)],
            [retraction, review(3, card, .again, daysAgo: 5)],
            [review(missing.rawValue, card)],
            [practice, review(6, card)],
        ]

        for batch in batches {
            _ = try library.record(batch)
            #expect(try staleCount() == 0)
        }

        let statistics = try statistics()
        #expect(statistics.days.map(\.reviews) == [1, 1, 1, 1])
        #expect(statistics.days.map(\.practice) == [0, 0, 0, 1])
        #expect(statistics.days.map(\.mature) == [0, 1, 0, 0])
        #expect(statistics.retention == Statistics.Retention(recalled: 2, of: 3))
    }

    @Test func answersFollowTheirCardsAndOutliveThem() throws {
        let card = try fresh.cardID()
        _ = try library.record([review(1, card)])
        let deck = try library.makeDeck(named: try #require(DeckName("Other")), by: nil).deck
        let (questions, other) = (Source(deck: "First questions"), Source(deck: "Other"))

        let move = try library.act(.move(to: deck), on: .notes([card.note]), by: nil)
        #expect(try [answers(questions), answers(other), answers()] == [0, 1, 1])

        _ = try library.undo(try #require(move).id)
        #expect(try [answers(questions), answers(other), answers()] == [1, 0, 1])

        let deletion = try library.delete([card.note], by: nil)
        #expect(try [answers(questions), answers()] == [0, 1])
        #expect(try statistics().answersToDeletedCards == 1)

        _ = try library.undo(try #require(deletion).id)
        #expect(try [answers(questions), answers()] == [1, 1])

        _ = try library.delete([card.note], by: nil)
        try library.emptyBin()
        #expect(try [answers(questions), answers()] == [0, 1])
        #expect(try staleCount() == 0)
    }

    @Test func anotherHourOfTheDaysEndCountsThemAnew() throws {
        let card = try fresh.cardID()
        // At 02:00.
        var event = review(1, card)
        event.moment = event.moment.later(by: -10 * 3_600_000)
        _ = try library.record([event])
        #expect(try statistics().days.map(\.day.description) == ["2026-01-13"])

        try library.changeSettings { $0.rollover = 0 }

        #expect(try statistics().days.map(\.day.description) == ["2026-01-14"])
        #expect(try staleCount() == 0)
    }

    @Test func aCheckCountsWrongTalliesAnew() throws {
        let card = try fresh.cardID()
        _ = try library.record([review(1, card)])
        try fresh.reopen { try $0.spoilTallies() }

        let findings = try library.check().findings

        #expect(
            findings.map(\.says) == ["The statistics differ from the log in 1 count."]
        )
        #expect(findings.map(\.isRepaired) == [true])
        #expect(try answers() == 1)
        #expect(try library.check().findings.isEmpty)
    }

    @Test func pastDaysAreReadAgainOnlyWhenTheyHaveChanged() throws {
        let cards = try (0..<2).map { try fresh.cardID($0) }
        _ = try library.record([review(1, cards[0], daysAgo: 3)])
        #expect(try answers() == 1)
        // Unnoticed, as no part of the program changes it: five more answers three days ago.
        try library.database.write { try $0.spoilTallies() }

        _ = try library.record([review(2, cards[1])])
        #expect(try answers() == 2)

        _ = try library.record([review(3, cards[1], daysAgo: 2)])
        #expect(try answers() == 8)
    }

    /// No other program can open a sealed library meanwhile.
    @Test(.enabled(if: TestKey.key == nil))
    func pastDaysAreReadAgainAfterAnotherProgramHasChangedThem() throws {
        let cards = try (0..<2).map { try fresh.cardID($0) }
        _ = try library.record([review(1, cards[0], daysAgo: 3)])
        #expect(try answers() == 1)

        let connection = try Connection(path: fresh.path, access: .write, applicationID: 0)
        _ = try connection.run("UPDATE tally SET good = good + 5")
        try connection.close()
        #expect(try answers() == 6)

        _ = try library.record([review(2, cards[1])])
        #expect(try answers() == 7)
    }

    @Test func aSearchCountsTheSameAsADeck() throws {
        let cards = try (0..<4).map { try fresh.cardID($0) }
        _ = try library.record(
            cards.enumerated().flatMap { index, card in
                [
                    review(Int64(index * 2 + 1), card, daysAgo: 5),
                    review(Int64(index * 2 + 2), card, index == 1 ? .again : .good),
                ]
            }
        )
        var deck = try statistics(of: Source(deck: "First words"))
        var search = try statistics(of: Source(query: "deck:\"First words\""))
        (deck.scope, search.scope) = (nil, nil)

        #expect(deck.days.map(\.answers) == [3, 3])
        #expect(deck == search)
    }

    /// As right after a large import.
    @Test func aSearchCountsTheSameBeforeIndexesAreBuilt() throws {
        let cards = try (0..<4).map { try fresh.cardID($0) }
        _ = try library.record(
            cards.enumerated().map { review(Int64($0 + 1), $1, daysAgo: Int64($0)) }
        )
        let source = Source(query: "deck:\"First words\"")
        let indexed = try statistics(of: source)

        try library.database.write(deferringIndex: true) { try $0.dropSearchIndex() }

        #expect(try library.database.needsIndexing())
        #expect(try statistics(of: source) == indexed)
        #expect(indexed.days.count == 3)
    }

    @Test func notesCountOnTheDaysOnWhichTheyWereMade() throws {
        try library.database.write { writer in
            // Half of them at 04:00, when the day begins, and half a moment before.
            try writer.connection.execute(
                script: """
                    UPDATE note
                    SET made = 1768363200000 - (SELECT count(*) FROM note AS other WHERE other.id < note.id) % 2
                    """
            )
        }

        let all = try statistics().added
        let decks = try library.decks().filter { !$0.name.text.contains("::") }
        let inDecks = try decks.flatMap { deck in
            try statistics(of: Source(deck: deck.name.text)).added
        }

        #expect(all.map(\.day.description) == ["2026-01-13", "2026-01-14"])
        for (day, notes) in all.map({ ($0.day, $0.notes) }) {
            #expect(notes == inDecks.filter { $0.day == day }.reduce(0) { $0 + $1.notes })
        }
    }

    @Test func aPartOfNamesCountsTheDecksInsideIt() throws {
        let card = try fresh.cardID()
        _ = try library.record([review(1, card)])
        let name = try #require(DeckName("Asia::Japan"))
        let deck = try library.makeDeck(named: name, by: nil).deck
        _ = try library.act(.move(to: deck), on: .notes([card.note]), by: nil)

        #expect(try answers(Source(deck: "Asia")) == 1)
        #expect(try library.statistics(of: Source(deck: "As"), timeZoneOffset: 0) == nil)
    }

    @Test func refusesADeckThatDoesNotExist() throws {
        let found = try library.statistics(of: Source(deck: "None"), timeZoneOffset: 0)

        #expect(found == nil)
    }

    // MARK: - Random histories

    @Test(arguments: isSoaking ? 0..<100 : 7..<8 as Range<UInt64>)
    func talliesEqualARebuildAfterARandomHistory(_ seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        let cards = try (0..<24).map { try fresh.cardID($0) }
        var imports: [ChangeID] = []
        var changes: [ChangeID] = []
        var log: [Event] = []
        var steps = 0
        while steps < Self.steps {
            fresh.clock.advance(by: 1_000)
            switch Int.random(in: 0..<20, using: &chance) {
            case 0...8:
                // Seeds that grow with each log, so that no event has the ID of another.
                let logSeed = (seed << 16) + UInt64(steps)
                log += RandomLog(of: cards, seed: logSeed, endingAt: fresh.clock.now).events
                fallthrough
            case 9...13:
                let events = Array(log.prefix(200))
                log.removeFirst(events.count)
                _ = try library.record(events)
                steps += events.count
            case 14:
                if let change = try act(on: cards, &chance) { changes.append(change.id) }
            case 15:
                if let change = changes.popLast() { _ = try? library.undo(change) }
            case 16:
                imports.append(try importSome(&chance, at: steps))
            case 17:
                if let change = imports.popLast() { _ = try? library.undo(change) }
            case 18:
                if let change = try library.restoreAll(by: nil) { changes.append(change.id) }
            default:
                let rollover = [0, 4, 23].randomElement(using: &chance) ?? 4
                try library.changeSettings { $0.rollover = rollover }
            }
            steps += 1
            if Int.random(in: 0..<12, using: &chance) == 0 {
                try #require(try staleCount() == 0, "after \(steps) steps")
                try #require(try areKeptFiguresRight(), "after \(steps) steps")
            }
        }
        for card in cards.prefix(4) { _ = try? library.delete([card.note], by: nil) }
        #expect(try staleCount() == 0)

        let decks = try library.decks().filter { !$0.name.text.contains("::") }
        let inDecks = try decks.reduce(0) { try $0 + answers(Source(deck: $1.name.text)) }
        let all = try statistics()
        #expect(inDecks + all.answersToDeletedCards == (try answers()))
        #expect(inDecks > 100 && all.answersToDeletedCards > 0)
    }

    /// Whether the figures of past days that are kept in memory are those that another count gives, and keeps.
    private func areKeptFiguresRight() throws -> Bool {
        let sources: [Source?] = [nil, Source(deck: "First words")]
        let kept = try sources.map {
            try library.statistics(of: $0, range: .all, timeZoneOffset: 0)
        }
        try library.releaseMemory()
        let anew = try sources.map {
            try library.statistics(of: $0, range: .all, timeZoneOffset: 0)
        }
        return kept == anew
    }

    private func act(on cards: [CardID], _ chance: inout SplitMix) throws -> Change? {
        let notes = [cards.randomElement(using: &chance), cards.randomElement(using: &chance)]
            .compactMap { $0?.note }
        let decks = try library.decks()
        guard let deck = decks.randomElement(using: &chance) else { return nil }
        switch Int.random(in: 0..<5, using: &chance) {
        case 0: return try? library.delete(notes, by: nil)
        case 1:
            try library.emptyBin()
            return nil
        case 2:
            return try? library.act(.reset, on: [cards[0]], by: nil, timeZoneOffset: 60)
        case 3:
            return try? library.act(.redate(days: 5), on: [cards[0]], by: nil, timeZoneOffset: 60)
        default: return try? library.act(.move(to: deck.id), on: .notes(notes), by: nil)
        }
    }

    /// Imports notes with logs, some of which are there already.
    private func importSome(_ chance: inout SplitMix, at step: Int) throws -> ChangeID {
        let notes = (0..<5).map { number in
            let kind = Int.random(in: 0..<40, using: &chance)
            var note = ImportNote(
                .guid(NoteGUID(rawValue: "imported \(kind)")),
                type: NoteType.basic.id,
                values: [.number(1): FieldValue("front \(kind)"), .number(2): FieldValue("back")]
            )
            var card = ImportCard(face: .template(1), state: .new, hasMemory: false)
            card.deck = kind.isMultiple(of: 3) ? DeckName("Elsewhere") : nil
            card.log = (0..<4).map { answer in
                ImportEvent(
                    moment: fresh.clock.now.later(
                        by: Int64(answer * 3 - 20) * 86_400_000 + Int64(step * 10 + number)
                    ),
                    offset: 0,
                    kind: .review(.good, due: nil),
                    duration: 1_000
                )
            }
            note.cards = [card]
            note.changed = fresh.clock.now
            return note
        }
        var batch = ImportBatch(
            file: "some",
            into: try #require(DeckName("Imported")),
            notes: notes,
            update: .always
        )
        batch.isCollection = true
        return try #require(try library.importNotes(of: batch, by: nil).change).id
    }
}

extension Writer {
    fileprivate func spoilTallies() throws {
        try connection.run("UPDATE tally SET good = good + 5")
    }
}
