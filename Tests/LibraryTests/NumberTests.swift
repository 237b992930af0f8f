import Foundation
import Languages
import Library
import LibraryValues
import Notes
import Recall
import TestChance
import TestLibrary
import Testing

/// After any history, the numbers on all pages are equal, and are what a session deals.
struct NumberTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let histories: UInt64 = isSoaking ? 10_000 : 40

    @Test(arguments: 0..<4 as Range<UInt64>)
    func agreeAfterRandomHistories(_ part: UInt64) throws {
        for seed in 0..<Self.histories / 4 {
            var history = try History(seed: seed * 4 + part)
            for _ in 0..<16 {
                let step = try history.step()
                try history.compare("history \(seed * 4 + part), after \(step)")
            }
            #expect(try history.fresh.library.rebuild() == 0, "history \(seed * 4 + part)")
        }
    }
}

/// A library in which things happen at random.
private struct History {
    let fresh: FreshLibrary
    private var chance: SplitMix
    private var events: [Event] = []
    private var lastEvent: Int64 = 0

    init(seed: UInt64) throws {
        chance = SplitMix(seed: seed)
        fresh = try FreshLibrary()
        try fresh.library.changeSettings {
            $0.newLimit = 6
            $0.reviewLimit = 4
        }
    }

    private var library: Library { fresh.library }

    /// Does something, and says what.
    mutating func step() throws -> String {
        switch Int.random(in: 0..<10, using: &chance) {
        case 0...3: return try answer(in: .review)
        case 4:
            let before = try library.home(timeZoneOffset: 0)
            let step = try answer(in: .learn)
            #expect(try library.home(timeZoneOffset: 0).decks == before.decks, "practice")
            return step
        case 5: return try retract()
        case 6...7:
            let minutes = [6, 25, 180, 600, 1_440, 6_000].randomElement(using: &chance) ?? 60
            fresh.clock.advance(by: Int64(minutes) * 60_000)
            return "\(minutes) minutes"
        case 8:
            guard let change = try library.history().first(where: { !$0.isUndone }) else {
                return "nothing to undo"
            }
            // A later change may depend on it.
            _ = try? library.undo(change.id)
            return "undoing \(change.says)"
        default:
            let change = try RandomChanges(library: library).next(&chance)
            return change?.says.description ?? "a refused change"
        }
    }

    /// Answers a few cards of a deck.
    private mutating func answer(in mode: Mode) throws -> String {
        guard let deck = try library.decks().randomElement(using: &chance),
            let deal = try library.deal(mode, Source(deck: deck.name.text), seed: chance.next())
        else { return "no deck" }
        let count = Int.random(in: 1...5, using: &chance)
        for card in deal.cards.prefix(count) {
            lastEvent += 1
            let grade = Grade.allCases.randomElement(using: &chance) ?? .good
            let kind: Event.Kind = mode == .review ? .review(grade, due: nil) : .practice(grade)
            let event = Event(
                id: EventID(rawValue: lastEvent),
                note: card.note,
                face: card.face,
                kind: kind,
                moment: fresh.clock.now,
                offset: 0,
                duration: 1_000,
                mode: mode
            )
            #expect(try library.record([event]) == [.stored])
            events.append(event)
            if mode == .review { fresh.clock.advance(by: 5_000) }
        }
        return "\(mode) of \(deck.name.text)"
    }

    private mutating func retract() throws -> String {
        guard let event = events.randomElement(using: &chance) else { return "nothing to retract" }
        lastEvent += 1
        _ = try library.record([fresh.retraction(lastEvent, of: event)])
        events.removeAll { $0.id == event.id }
        return "a retraction"
    }

    /// Compares the home page, the page of each deck, and the session of each.
    func compare(_ place: String) throws {
        let home = try library.home(timeZoneOffset: 0)
        for deck in home.decks {
            let overview = try #require(
                try library.overview(of: deck.id, timeZoneOffset: 0)
            )
            #expect(overview.deck == deck, "\(place): the page of \(deck.name)")
            #expect(overview.forecast.first == deck.today.due + deck.today.backLater)
            let source = Source(deck: deck.name)
            try compare(deck.today, overview.hasMore, with: source, place)
            #expect(deck.learning + deck.known <= deck.notes, "\(place): \(deck.name)")
        }
        try compare(home.today, home.hasMore, with: .all, place)
        comparePromises(of: home, place)
        try compareNextSession(of: home, place)
        try compareTomorrow(of: home, place)
        try compareStatistics(of: home, place)
    }

    /// Statistics know as many words of a deck as its page.
    private func compareStatistics(of home: Home, _ place: String) throws {
        guard let deck = home.decks.first else { return }
        let source = Source(deck: deck.name)
        let words = try #require(
            try library.statistics(of: source, timeZoneOffset: 0)
        ).notes
        #expect(
            (words.known, words.learning) == (deck.known, deck.learning),
            "\(place): statistics of \(deck.name)"
        )
    }

    /// A deck promises no more than the deck around it, and all decks together no more than the outermost ones alone.
    private func comparePromises(of home: Home, _ place: String) {
        var alone = 0
        for deck in home.decks {
            let around = home.decks.last { deck.name.hasPrefix($0.name + "::") }
            let most = around?.today ?? home.today
            #expect(deck.today.due <= most.due, "\(place): \(deck.name)")
            #expect(deck.today.new <= most.new, "\(place): \(deck.name)")
            if around == nil { alone += deck.today.cards }
        }
        #expect(home.today.cards <= alone, "\(place)")
    }

    /// What is promised for the next day is what there is on that day.
    private func compareNextSession(of home: Home, _ place: String) throws {
        let overviews = try home.decks.map {
            try #require(try library.overview(of: $0.id, timeZoneOffset: 0))
        }
        #expect(home.next == nil || home.today.cards == 0, "\(place)")
        let promises = overviews.compactMap(\.next) + [home.next].compactMap(\.self)
        let now = fresh.clock.now.milliseconds
        for day in Set(promises.map(\.day)) {
            // A day begins at four.
            fresh.clock.advance(by: Int64(day) * 86_400_000 + 14_400_000 - now)
            defer { fresh.clock.advance(by: now - fresh.clock.now.milliseconds) }
            let then = try library.home(timeZoneOffset: 0)
            if let next = home.next, next.day == day {
                #expect(
                    (then.today.cards, then.today.new) == (next.cards, next.new),
                    "\(place): the next session"
                )
                #expect(next.cards > 0 || !next.isTomorrow, "\(place): the next session is empty")
            }
            for overview in overviews where overview.next?.day == day {
                let deck = then.decks.first { $0.id == overview.deck.id }
                #expect(
                    deck?.today.cards == overview.next?.cards,
                    "\(place): the next session of \(overview.deck.name)"
                )
            }
        }
    }

    /// What the end of a session promises for the next day, of all decks and of one, is what there is on that day.
    private func compareTomorrow(of home: Home, _ place: String) throws {
        guard let deck = home.decks.first else { return }
        let all = try library.tomorrow(.all, timeZoneOffset: 0)
        let one = try library.tomorrow(Source(deck: deck.name), timeZoneOffset: 0)
        let now = fresh.clock.now.milliseconds
        // A day begins at four.
        let morning = Int64(home.day.number + 1) * 86_400_000 + 14_400_000
        fresh.clock.advance(by: morning - now)
        defer { fresh.clock.advance(by: now - morning) }

        let then = try library.home(timeZoneOffset: 0)

        #expect(all == then.today.cards, "\(place): tomorrow")
        #expect(one == then.decks.first?.today.cards, "\(place): tomorrow in \(deck.name)")
    }

    /// - Parameter hasMore: Whether the page offers to study more.
    private func compare(
        _ today: TodayCounts,
        _ hasMore: Bool,
        with source: Source,
        _ place: String
    ) throws {
        let deal = try #require(try library.deal(.review, source))
        #expect(
            (deal.due, deal.new) == (today.due, today.new),
            "\(place): the session of \(source.text)"
        )
        #expect(deal.waiting <= today.backLater, "\(place): \(source.text)")
        #expect((today.nextBack == nil) == (today.backLater == 0))
        let offers = deal.waiting + deal.beyond.new + deal.beyond.ahead > 0
        #expect(hasMore == (today.cards == 0 && offers), "\(place): more of \(source.text)")
    }
}
