import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

/// The numbers of due and new cards on the home page are what a review deals.
struct DueCountsTests {
    @Test func countsWhatAReviewOfEachDeckDeals() throws {
        var settings = StudySettings()
        settings.newLimit = 5
        settings.reviewLimit = 12
        var own = DeckSettings()
        own.newLimit = 1
        let studied = try ReviewLibrary(
            ["A": Array(1...20), "A::B": Array(21...40), "A::B::C": Array(41...44), "D": []],
            type: NoteType.basicAndReversed.id,
            settings: settings,
            of: ["A::B": own]
        )
        try studied.learn(1...8, dueIn: 0)
        try studied.learn(1...3, face: .template(2), dueIn: -1)
        try studied.learn(21...30, dueIn: -1)
        try studied.learn([41], dueIn: 1)
        try studied.grade([1, 42], .easy)
        try studied.grade([22], .again, due: studied.fresh.clock.now)

        for deck in try studied.library.home(timeZoneOffset: 0).decks
        where deck.name != "First words" {
            let deal = try studied.review(Source(deck: deck.name))
            #expect((deck.today.due, deck.today.new) == (deal.due, deal.new), "\(deck.name)")
        }
        let decks = try studied.library.home(timeZoneOffset: 0).decks.prefix(4)
        #expect(decks.map(\.today.due) == [10, 9, 0, 0])
        #expect(decks.map(\.today.new) == [4, 0, 0, 0])
    }

    /// The main button of the home page studies all decks.
    @Test func countsWhatAReviewOfAllDecksDeals() throws {
        var settings = StudySettings()
        settings.newLimit = 7
        settings.reviewLimit = 9
        let studied = try ReviewLibrary(
            ["A": Array(1...10), "B": Array(11...20), "B::C": Array(21...25), "D": []],
            settings: settings
        )
        func agrees() throws {
            let home = try studied.library.home(timeZoneOffset: 0)
            let outermost = home.decks.map(\.name).filter { !$0.contains("::") }
            let deal = try studied.review(Source(decks: outermost))
            #expect((home.today.due, home.today.new) == (deal.due, deal.new))
        }

        try agrees()
        try studied.learn(1...4, dueIn: 0)
        try studied.learn(11...18, dueIn: -1)
        try agrees()
        try studied.grade([19, 20, 21], .easy)
        try studied.grade([1, 2], .good)
        try agrees()
        try studied.grade([11], .again, due: studied.fresh.clock.now)
        try agrees()
        try studied.grade([5, 6, 7, 8], .easy)
        try agrees()
        #expect(try studied.library.home(timeZoneOffset: 0).today.new == 0)

        // What was done in a deck that is deleted counts in neither.
        let deleted = try #require(try studied.library.decks().first { $0.name.text == "B" })
        _ = try studied.library.deleteDeck(deleted.id, by: nil)
        try agrees()
        #expect(try studied.library.home(timeZoneOffset: 0).today.new == 3)
    }

    /// Whether a note has a new card is not known at once where many change together.
    @Test func countsNoNoteOfManyThatWereSuspendedTogether() throws {
        let studied = try ReviewLibrary(["A": Array(1...1_500), "A::B": Array(1_501...3_000)])
        func today(_ name: String) throws -> TodayCounts? {
            try studied.library.home(timeZoneOffset: 0).decks.first { $0.name == name }?.today
        }
        func suspend(_ numbers: ClosedRange<Int64>) throws {
            let notes = numbers.map { NoteID(rawValue: $0) }
            _ = try studied.library.act(.suspend, on: .notes(notes), by: nil)
        }

        try suspend(1...2_990)
        #expect(try today("A") == TodayCounts(new: 10))
        try suspend(2_991...3_000)
        #expect(try today("A") == TodayCounts())

        let deal = try studied.review(Source(deck: "A"))
        #expect((deal.cards.count, deal.beyond.new) == (0, 0))
    }

    @Test func countsNoNoteOfManyWhoseCardsWereSuspendedTogether() throws {
        let studied = try ReviewLibrary(["A": Array(1...400)])
        let cards = (1...400).map { CardID(note: NoteID(rawValue: $0), face: .template(1)) }

        _ = try studied.library.act(.suspend, on: cards, by: nil, timeZoneOffset: 0)

        let deck = try studied.library.home(timeZoneOffset: 0).decks.first { $0.name == "A" }
        #expect(deck?.today == TodayCounts())
    }

    @Test func allDecksObeyTheLimitsOfEach() throws {
        var settings = StudySettings()
        settings.newLimit = 7
        var own = DeckSettings()
        own.newLimit = 2
        let studied = try ReviewLibrary(
            ["A": Array(1...10), "A::B": [11], "D": []],
            settings: settings,
            of: ["A": own]
        )
        #expect(try studied.library.home(timeZoneOffset: 0).today.new == 7)

        for deck in try studied.library.decks()
        where !["A", "A::B", "D"].contains(deck.name.text) {
            _ = try studied.library.deleteDeck(deck.id, by: nil)
        }

        #expect(try studied.library.home(timeZoneOffset: 0).today.new == 2)
    }

    @Test func aSubdeckPromisesNoMoreThanTheDeckAroundIt() throws {
        var settings = StudySettings()
        settings.reviewLimit = 4
        var (outer, inner) = (DeckSettings(), DeckSettings())
        outer.newLimit = 3
        (inner.newLimit, inner.reviewLimit) = (10, 10)
        let studied = try ReviewLibrary(
            ["A": [1], "A::B": Array(11...30)],
            settings: settings,
            of: ["A": outer, "A::B": inner]
        )
        try studied.learn(11...18, dueIn: 0)

        let decks = try studied.library.home(timeZoneOffset: 0).decks.prefix(2)

        #expect(decks.map(\.today.due) == [4, 4])
        #expect(decks.map(\.today.new) == [3, 3])
    }

    /// Two decks that alone would go on, with new cards, cards due today and a backlog that is spread.
    @Test(arguments: [(4, 5), (0, 200)])
    func nothingIsLeftOfAnyDeckOnceAllAreDone(new: Int, reviews: Int) throws {
        var settings = StudySettings()
        (settings.newLimit, settings.reviewLimit) = (new, reviews)
        let studied = try ReviewLibrary(
            ["A": Array(1...90), "B": Array(101...190)],
            settings: settings
        )
        try studied.learn(1...60, dueIn: -3)
        try studied.learn(101...160, dueIn: -3)
        try studied.learn([61, 161], dueIn: 0)
        let before = try studied.library.home(timeZoneOffset: 0)
        let deal = try studied.review(.all)
        #expect(deal.cards.count == before.today.cards)

        try studied.grade(deal.cards.map(\.note.rawValue), .easy)

        let after = try studied.library.home(timeZoneOffset: 0)
        #expect(before.decks.count { $0.today.cards > 0 } >= 2)
        #expect(after.today == TodayCounts())
        #expect(after.decks.allSatisfy { $0.today == TodayCounts() })
    }

    /// It is due in both, and once in the deck around them.
    @Test func aNoteWithDueCardsInTwoDecksIsDealtOnce() throws {
        let studied = try ReviewLibrary(
            ["A": [], "A::B": Array(1...4), "A::C": []],
            type: NoteType.basicAndReversed.id
        )
        try studied.learn(1...4, dueIn: 0)
        try studied.learn(1...3, face: .template(2), dueIn: -1)
        try studied.fresh.reopen { writer in
            try writer.connection.run("UPDATE card SET deck = 3 WHERE note <= 4 AND face = '2'")
        }

        let home = try studied.library.home(timeZoneOffset: 0)
        let decks = home.decks.prefix(3)
        let deals = try decks.map { try studied.review(Source(deck: $0.name)) }

        #expect(home.today.due == 4)
        #expect(decks.map(\.today.due) == [4, 4, 3])
        #expect(deals.map(\.due) == [4, 4, 3])
        #expect(try studied.review(.all).due == 4)
    }

    @Test func promisesForTomorrowWhatIsThenDealt() throws {
        var settings = StudySettings()
        (settings.newLimit, settings.reviewLimit) = (5, 12)
        var (outer, inner) = (DeckSettings(), DeckSettings())
        (outer.newLimit, outer.reviewLimit) = (3, 6)
        (inner.newLimit, inner.reviewLimit) = (9, 4)
        let studied = try ReviewLibrary(
            ["A": Array(1...10), "A::B": Array(11...30), "C": Array(31...60)],
            settings: settings,
            of: ["A": outer, "A::B": inner]
        )
        try studied.learn(11...16, dueIn: 0)
        try studied.learn(17...22, dueIn: 1)
        try studied.learn(31...40, dueIn: 1)
        try studied.grade(try studied.notes(.all), .easy)
        let sources: [Source] = [
            .all, Source(deck: "A"), Source(deck: "A::B"), Source(deck: "C"),
            Source(decks: ["A::B", "C"]),
        ]

        let promised = try sources.map {
            try #require(try studied.library.tomorrow($0, timeZoneOffset: 0))
        }
        let next = try studied.library.home(timeZoneOffset: 0).next
        // It is noon; in sixteen hours, at four in the morning, the next day begins.
        studied.fresh.clock.advance(by: 16 * 3_600_000)

        #expect(promised == [17, 7, 7, 15, 17])
        #expect(try sources.map { try studied.review($0).total } == promised)
        #expect(try studied.library.home(timeZoneOffset: 0).today.cards == promised[0])
        #expect(next?.cards == promised[0])
        #expect(try studied.library.tomorrow(Source(deck: "D"), timeZoneOffset: 0) == nil)
    }

    @Test func followsChangesOfNotes() throws {
        let studied = try ReviewLibrary(["Mine": [1]])
        let summary = { try studied.fresh.summary(of: "Mine").today.new }
        #expect(try summary() == 1)

        try studied.fresh.reopen { writer in
            try writer.connection.run(
                #"UPDATE note SET fields = '{"1":{"text":" "}}' WHERE id = 1"#
            )
        }
        #expect(try summary() == 0)

        try studied.fresh.reopen { writer in
            try writer.connection.run(
                #"UPDATE note SET fields = '{"1":{"text":"q"},"2":{"text":"a"}}' WHERE id = 1"#
            )
        }
        #expect(try summary() == 1)
    }
}
