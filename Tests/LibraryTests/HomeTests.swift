import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

struct HomeTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    private static let hour: Int64 = 3_600_000

    @Test func countsNestedDecks() throws {
        try fresh.reopen { writer in
            for (index, name) in ["A", "A::B", "A::B::C", "AB"].enumerated() {
                let id = DeckID(rawValue: Int64(index) + 1)
                let settings = DeckSettings(
                    languageChoice: name == "A" ? LanguageChoice("allToOne:fr") : nil
                )
                let deck = Deck(id: id, name: try #require(DeckName(name)), settings: settings)
                try writer.insert(deck, at: fresh.clock.now)
                try writer.insert(Note.question(Int64(index) + 1, in: id))
            }
        }
        let notes = try #require(try fresh.library.deal(.learn, Source(deck: "A::B::C"))).cards
        var review = fresh.answer(1, to: notes[0])
        review.kind = .review(.good, due: nil, reviews: 0)
        #expect(try fresh.library.record([review]) == [.stored])

        let decks = try fresh.library.home(timeZoneOffset: 0).decks.prefix(4)

        #expect(decks.map(\.name) == ["A", "A::B", "A::B::C", "AB"])
        #expect(decks.map(\.notes) == [3, 2, 1, 1])
        #expect(decks.map(\.learning) == [1, 1, 1, 0])
        #expect(decks.map(\.language?.text) == ["fr", "fr", "fr", nil])
    }

    @Test func listsTagsOfExistingNotes() throws {
        try fresh.reopen { writer in
            let id = DeckID(rawValue: 1)
            let deck = Deck(id: id, name: try #require(DeckName("A")))
            try writer.insert(deck, at: fresh.clock.now)
            for (index, tags) in [["b", "käsi"], ["B", "a::x"], []].enumerated() {
                let note = Note.question(Int64(index) + 1, in: id)
                try writer.insert(note)
                for tag in tags { try writer.add(try #require(TagName(tag)), to: note.id) }
            }
        }

        #expect(
            try fresh.library.home(timeZoneOffset: 0).tags.map(\.text) == ["a::x", "b", "käsi"]
        )
    }

    @Test func countsDueCardsOfAllDecksWithinOneLimit() throws {
        var settings = StudySettings()
        settings.reviewLimit = 5
        let studied = try ReviewLibrary(
            ["A": Array(1...4), "B": Array(11...14)],
            settings: settings
        )
        try studied.learn([1, 2, 3, 4, 11, 12, 13, 14], dueIn: 0)

        let before = try studied.library.home(timeZoneOffset: 0)
        try studied.grade([1, 11])
        let after = try studied.library.home(timeZoneOffset: 0)

        #expect(before.today.due == 5)
        #expect(before.decks.map(\.today.due).filter { $0 > 0 } == [4, 4])
        #expect(after.today.due == 3)
        #expect(after.decks.map(\.today.due).filter { $0 > 0 } == [3, 3])
        #expect(try studied.review(.all).due == after.today.due)
    }

    /// What is suspended or buried is not dealt beyond today's limits either.
    @Test(arguments: [CardAction.suspend, .bury])
    func offersMoreOnlyWhileACardIsLeft(_ action: CardAction) throws {
        var settings = StudySettings()
        settings.newLimit = 1
        let studied = try ReviewLibrary(["Mine": [1, 2, 3]], settings: settings)
        func hasMore() throws -> Bool? {
            try studied.library.overview(of: DeckID(rawValue: 1), timeZoneOffset: 0)?.hasMore
        }
        func act(on notes: [Int64]) throws {
            let cards = notes.map { CardID(note: NoteID(rawValue: $0), face: .template(1)) }
            _ = try studied.library.act(action, on: cards, by: nil, timeZoneOffset: 0)
        }

        // One new card is left today, so nothing more is offered yet.
        #expect(try hasMore() == false)
        try studied.learn([1], dueIn: 5)
        try studied.grade([2], .easy)
        // The third can still be introduced, and the first be reviewed ahead.
        #expect(try hasMore() == true)
        try act(on: [3])
        #expect(try hasMore() == true)
        try act(on: [1])

        #expect(try hasMore() == false)
        #expect(try studied.review(extra: .new).cards.isEmpty)
        #expect(try studied.review(extra: .ahead).cards.isEmpty)
    }

    @Test func showsTheWeekFromMondayToSunday() throws {
        let card = try fresh.firstCard()
        // It is Wednesday noon; Monday began at four, 56 hours ago.
        let ages = [0, 1, 55, 56, 57].map { -$0 * Self.hour + (30 * 60_000) }
        let answers = ages.enumerated().map { index, age in
            var answer = fresh.answer(Int64(index) + 1, to: card, after: age)
            answer.offset = 0
            return answer
        }
        #expect(try fresh.library.record(answers).allSatisfy { $0 == .stored })

        let week = try fresh.library.home(timeZoneOffset: 0).week

        #expect(week.map(\.answers) == [2, 0, 2, 0, 0, 0, 0])
        #expect(week.map(\.minutes) == [0.08, 0, 0.08, 0, 0, 0, 0])
    }

    @Test(arguments: [
        (4, 0, 2), (4, 16 * 60 - 1, 2), (4, 16 * 60, 3), (4, -8 * 60, 2), (4, -8 * 60 - 1, 1),
        (0, 12 * 60 - 1, 2), (0, 12 * 60, 3), (0, -12 * 60, 2), (0, -12 * 60 - 1, 1),
    ])
    func usesTheLearnersDay(rollover: Int, offset: Int, today: Int) throws {
        var settings = StudySettings()
        settings.rollover = rollover
        try fresh.library.changeSettings { $0 = settings }

        #expect(try fresh.library.home(timeZoneOffset: offset).day.weekday == today)
    }

    @Test(arguments: 0..<14)
    func showsTodayAmongSevenDays(day: Int) throws {
        fresh.clock.advance(by: Int64(day) * 24 * Self.hour)

        let home = try fresh.library.home(timeZoneOffset: 0)

        #expect(home.week.count == 7)
        #expect(home.week.firstIndex { $0.day == home.day } == (2 + day) % 7)
    }
}

extension Note {
    /// A question and its answer.
    static func question(_ id: Int64, in deck: DeckID, made: Int64 = 0) -> Note {
        Note(
            id: NoteID(rawValue: id),
            guid: NoteGUID(rawValue: "question \(id)"),
            type: NoteType.basic.id,
            deck: deck,
            values: [1: FieldValue("question \(id)"), 2: FieldValue("answer \(id)")],
            made: Moment(milliseconds: made)
        )
    }
}
