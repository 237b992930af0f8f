import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

/// Which cards a review deals, and in which order.
struct ReviewDealingTests {
    private static let minute: Int64 = 60_000

    // MARK: - New

    @Test func introducesNewNotesUpToTheDailyLimit() throws {
        let studied = try ReviewLibrary()

        let first = try studied.review()
        #expect(first.cards.map(\.note.rawValue) == Array(1...20))
        #expect((first.due, first.new, first.beyond.new) == (0, 20, 20))
        #expect(first.cards.allSatisfy { $0.state == .new && $0.seed == $0.id.seed })

        try studied.grade(1...5, .easy)
        let second = try studied.review()
        #expect(second.cards.map(\.note.rawValue) == Array(6...20))

        studied.fresh.clock.advance(by: ReviewLibrary.day)
        #expect(try studied.notes() == Array(6...25))
    }

    @Test func undoingANewCardFreesTheLimit() throws {
        let studied = try ReviewLibrary()
        let card = try studied.review().cards[0]
        var answer = studied.fresh.answer(1, to: card)
        answer.kind = .review(.easy, due: nil)
        #expect(try studied.library.record([answer]) == [.stored])
        #expect(try studied.review().new == 19)

        #expect(try studied.library.record([studied.fresh.retraction(2, of: answer)]) == [.stored])

        #expect(try studied.notes() == Array(1...20))
    }

    @Test func followsTheLimitsOfTheDeckAndOfTheLibrary() throws {
        var settings = StudySettings()
        settings.newLimit = 7
        var own = DeckSettings()
        own.newLimit = 2
        let studied = try ReviewLibrary(
            ["A": Array(1...9), "A::B": Array(11...19), "C": Array(21...29)],
            settings: settings,
            of: ["A": own]
        )

        #expect(try studied.notes(Source(deck: "A")) == [1, 2])
        #expect(try studied.notes(Source(deck: "A::B")) == [11, 12])
        #expect(try studied.notes(Source(deck: "C")) == Array(21...27))
        #expect(try studied.notes(Source(decks: ["A", "C"])).count == 7)

        try studied.grade([11], .easy)
        #expect(try studied.notes(Source(deck: "A")) == [1])
        #expect(try studied.notes(Source(deck: "C")).count == 6)
    }

    @Test func followsTheLimitsOfDecksAroundAndInside() throws {
        var (outer, inner, closed) = (DeckSettings(), DeckSettings(), DeckSettings())
        (outer.newLimit, outer.reviewLimit) = (3, 2)
        (inner.newLimit, inner.reviewLimit) = (9, 9)
        (closed.newLimit, closed.reviewLimit) = (0, 0)
        let studied = try ReviewLibrary(
            ["A": [], "A::B": Array(1...20), "C": Array(101...120), "D": Array(201...220)],
            of: ["A": outer, "A::B": inner, "C": closed]
        )
        for notes in [1...5, 101...105, 201...205] as [ClosedRange<Int64>] {
            try studied.learn(notes, dueIn: 0)
        }

        let decks = [["A"], ["A::B"], ["C"], ["A", "C"], ["A", "C", "D"]]
        let deals = try decks.map { try studied.review(Source(decks: $0)) }

        #expect(deals.map(\.due) == [2, 2, 0, 2, 7])
        #expect(deals.map(\.new) == [3, 3, 0, 3, 18])
        #expect(deals[0].cards.map(\.id) == deals[1].cards.map(\.id))
    }

    /// Neither its place in the order nor its size keeps a deck's notes from those of others.
    @Test func goesOnBehindADeckWhoseLimitIsReached() throws {
        var closed = DeckSettings()
        closed.newLimit = 1
        let studied = try ReviewLibrary(
            ["A": Array(1...1_500), "B": Array(2_001...2_010)],
            of: ["A": closed]
        )

        #expect(try studied.notes(Source(decks: ["A", "B"])) == [1] + Array(2_001...2_010))
    }

    @Test func introducesNotesThatWereNeverAskedFirst() throws {
        let studied = try ReviewLibrary(["Mine": [1, 2, 3]], type: NoteType.basicAndReversed.id)
        try studied.grade([1], .easy, daysAgo: 1)

        let cards = try studied.review().cards

        #expect(cards.map(\.note.rawValue) == [2, 3, 1])
        #expect(cards.map(\.face) == [.template(1), .template(1), .template(2)])
    }

    @Test func dealsTenMoreNewCardsOnRequest() throws {
        let studied = try ReviewLibrary()
        let first = try studied.review()
        try studied.grade(1...20, .easy)
        #expect(try studied.review().cards.isEmpty)
        #expect(try studied.review().beyond.new == 20)

        let more = try studied.review(having: first.cards, extra: .new)

        #expect(more.cards.map(\.note.rawValue) == Array(21...30))
        #expect(more.beyond.new == 10)
    }

    // MARK: - Due

    @Test func dealsCardsThatAreDueBeforeTheLearnersDayEnds() throws {
        let studied = try ReviewLibrary(["Mine": [1, 2, 3]])
        try studied.learn([1], dueIn: 0)
        try studied.learn([2], dueIn: 1)
        try studied.learn([3], dueIn: -3)

        let deal = try studied.review()
        #expect(Set(deal.cards.map(\.note.rawValue)) == [1, 3])
        #expect((deal.due, deal.new) == (2, 0))

        // It is noon; in sixteen hours, at four in the morning, the next day begins.
        studied.fresh.clock.advance(by: 16 * 60 * Self.minute - 1)
        #expect(Set(try studied.notes()) == [1, 3])
        studied.fresh.clock.advance(by: 1)
        #expect(Set(try studied.notes()) == [1, 2, 3])
    }

    @Test func dealsTheCardsLeastLikelyToBeRecalledFirst() throws {
        let studied = try ReviewLibrary(["Mine": [1, 2, 3]])
        let yesterday = studied.fresh.clock.now.later(by: -ReviewLibrary.day)
        // A better known card loses less in the same time.
        try studied.grade([1], .easy, daysAgo: 40, due: yesterday)
        try studied.grade([2], .hard, daysAgo: 40, due: yesterday)
        try studied.grade([3], .easy, daysAgo: 80, due: yesterday)

        #expect(try studied.notes() == [2, 3, 1])
    }

    @Test func dealsAtMostTwoHundredReviewsADay() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...250)])
        try studied.learn(1...250, dueIn: 0)

        #expect(try studied.review().due == 200)
        try studied.grade(try studied.notes().prefix(30))
        #expect(try studied.review().due == 170)
    }

    @Test func spreadsABacklogOverAWeek() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...704)])
        try studied.learn(1...700, dueIn: -9)
        try studied.learn(701...704, dueIn: 0)

        let today = try studied.review()
        #expect(today.due == 104)

        // Reviews of the same day count, so a second session does not start again.
        try studied.grade(today.cards.map(\.note.rawValue).filter { $0 <= 700 }.prefix(60))
        #expect(try studied.review().due == 44)
        #expect(try studied.fresh.summary(of: "Mine").today.due == 44)
    }

    @Test func spreadsNewCardsEvenly() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...25)])
        try studied.learn(1...20, dueIn: 0)

        let isNew = try studied.review().cards.map { $0.state?.stage == .new }

        let places = isNew.indices.filter { isNew[$0] }
        #expect(isNew.count == 25 && places.count == 5)
        #expect(zip(places, places.dropFirst()).allSatisfy { (3...5).contains($1 - $0) })
        #expect(!isNew[0])
    }

    // MARK: - Steps

    @Test func dealsLearningCardsWhoseStepsAreOver() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...4)])
        let now = studied.fresh.clock.now
        try studied.grade([1], .again, due: now.later(by: -Self.minute))
        studied.fresh.clock.advance(by: 3 * Self.minute)
        try studied.grade([2], .again, due: studied.fresh.clock.now.later(by: 10 * Self.minute))
        try studied.grade([3], .again, due: studied.fresh.clock.now.later(by: 30 * Self.minute))

        let deal = try studied.review()

        #expect(deal.cards.map(\.note.rawValue) == [1, 4, 2])
        #expect((deal.due, deal.new, deal.waiting) == (1, 1, 1))
        #expect(
            deal.cards[2].state?.due
                == studied.fresh.clock.now.later(by: 10 * Self.minute).milliseconds
        )
    }

    // MARK: - One card per note

    @Test func dealsOneCardPerNoteAndItsSiblingsOnOtherDays() throws {
        let studied = try ReviewLibrary(["Mine": [1, 2]], type: NoteType.basicAndReversed.id)
        try studied.learn([1], dueIn: -2)
        try studied.learn([1], face: .template(2), dueIn: -5)

        #expect(try studied.review().cards.map(\.face) == [.template(2), .template(1)])

        try studied.grade([1], face: .template(2))
        try studied.grade([2], .easy)
        #expect(try studied.review().cards.isEmpty)

        studied.fresh.clock.advance(by: ReviewLibrary.day)
        let next = try studied.review().cards
        #expect(next.map(\.note.rawValue) == [1, 2])
        #expect(next.map(\.face) == [.template(1), .template(2)])
    }

    @Test func leavesOutSuspendedAndBuriedCards() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...4)])
        try studied.learn([1, 2], dueIn: 0)
        let cards = (1...4).map {
            CardID(note: NoteID(rawValue: $0), face: .template(1))
        }
        let act = { (action: CardAction, card: CardID) in
            _ = try studied.library.act(action, on: [card], by: nil, timeZoneOffset: 0)
        }
        try act(.suspend, cards[0])
        try act(.bury, cards[1])
        try act(.bury, cards[2])

        #expect(try studied.notes() == [4])
        #expect(try studied.fresh.summary(of: "Mine").today.due == 0)
        #expect(try studied.fresh.summary(of: "Mine").today.new == 1)

        studied.fresh.clock.advance(by: ReviewLibrary.day)
        #expect(Set(try studied.notes()) == [2, 3, 4])
    }

    // MARK: - Languages

    private func words(choice: String = "all") throws -> ReviewLibrary {
        var settings = DeckSettings()
        settings.languageChoice = LanguageChoice(choice)
        let texts = ["en": "apple", "fi": "omena", "fr": "pomme"]
        return try ReviewLibrary(["Mine": []], of: ["Mine": settings]) { writer in
            for id in 1...3 as ClosedRange<Int64> {
                var note = Note.question(id, in: DeckID(rawValue: 1), made: id)
                note.type = NoteType.languages.id
                note.values = [:]
                for (tag, text) in texts {
                    let language = try #require(LanguageTag(tag))
                    note.values[.language(language)] = FieldValue("\(text) \(id)")
                }
                try writer.insert(note)
            }
        }
    }

    @Test func dealsTheMostOverduePairOrElseOneNewPairADay() throws {
        let studied = try words()
        let (there, back) = (try #require(Face("en>fi")), try #require(Face("fi>en")))
        try studied.learn([1], face: there, dueIn: -1)
        try studied.learn([1], face: back, dueIn: -4)
        try studied.learn([2], face: there, dueIn: 9)

        let first = try studied.review().cards
        #expect(first.map(\.note.rawValue) == [3, 1, 2])
        #expect(first[1].face == back)
        #expect(first[2].face != there)

        try studied.grade([2], .easy, face: first[2].face)
        #expect(Set(try studied.notes()) == [1, 3])

        studied.fresh.clock.advance(by: ReviewLibrary.day)
        let next = try #require(try studied.review().cards.first { $0.note.rawValue == 2 })
        #expect(![there, first[2].face].contains(next.face))
    }

    @Test func countsNotesAndNotPairs() throws {
        let studied = try words()

        #expect(try studied.review().new == 3)
        #expect(try studied.fresh.summary(of: "Mine").today.new == 3)
    }

    @Test func noteWithoutNewPairsIsNotNew() throws {
        let studied = try words(choice: "oneToOne:en:fi")
        try studied.learn([1], face: try #require(Face("en>fi")), dueIn: 9)

        #expect(try studied.notes() == [2, 3])
        #expect(try studied.fresh.summary(of: "Mine").today.new == 2)
    }

    // MARK: - Working ahead and adding cards

    @Test func worksAheadInOrderOfDueDates() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...4)])
        for note in 1...3 as ClosedRange<Int64> { try studied.learn([note], dueIn: 10 - note) }
        try studied.grade([4], .easy)

        #expect(try studied.review().beyond == Deal.Beyond(new: 0, ahead: 3))
        #expect(try studied.review(extra: .ahead).cards.map(\.note.rawValue) == [3, 2, 1])
    }

    @Test func whatTheLimitsLeaveComesBeforeWhatIsNotDue() throws {
        var settings = StudySettings()
        (settings.reviewLimit, settings.newLimit) = (1, 0)
        let studied = try ReviewLibrary(["Mine": Array(1...4)], settings: settings)
        for note in 1...3 as ClosedRange<Int64> { try studied.learn([note], dueIn: -note) }
        try studied.learn([4], dueIn: 1)
        let first = try studied.review()
        #expect(first.beyond.ahead == 3)
        let done = try #require(first.cards.first).note
        try studied.grade([done.rawValue], .good)

        let ahead = try studied.review(extra: .ahead).cards.map(\.note)

        #expect(ahead.count == 3)
        #expect(Set(ahead) == Set((1...4).map { NoteID(rawValue: $0) }).subtracting([done]))
        #expect(ahead.last == NoteID(rawValue: 4))
    }

    @Test func addsCardsThatTheSessionLacks() throws {
        var settings = StudySettings()
        settings.reviewLimit = 300
        let studied = try ReviewLibrary(["Mine": Array(1...330)], settings: settings)
        try studied.learn(1...260, dueIn: 0)
        let first = try studied.review()

        let more = try studied.review(having: first.cards)

        #expect(first.cards.count == Library.largestDeal)
        #expect(Set(more.cards.map(\.note)).isDisjoint(with: first.cards.map(\.note)))
        #expect(first.total == 280)
        #expect(more.beyond.cards == 0)
        // All due cards and the day's twenty new ones, in two deals.
        #expect(first.cards.count + more.cards.count == 280)
        #expect(first.new + more.new == 20)
    }

    @Test func includesParametersRulesAndLoad() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...10), "Other": [11]])
        try studied.learn([1, 2], dueIn: 1)
        try studied.learn([3, 11], dueIn: 5)
        try studied.learn([4], dueIn: 90)
        try studied.learn([5], dueIn: 91)
        try studied.learn([6], dueIn: 0)

        let schedule = try #require(try studied.review().schedule)

        var load = [Int](repeating: 0, count: 90)
        (load[0], load[4], load[89]) = (2, 2, 1)
        #expect(schedule.load == load)
        #expect(schedule.schedulers.map(\.parameters) == [.default])
        #expect(schedule.schedulers.map(\.rules) == [StudySettings().rules])
    }

    @Test func includesTheSidesOfTheFirstCardsOnly() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...60)])
        try studied.learn(1...40, dueIn: 0)
        let deal = try studied.review()

        #expect(deal.cards.count == 60)
        #expect(deal.cards.prefix(20).allSatisfy { $0.sides != nil })
        #expect(deal.cards.dropFirst(20).allSatisfy { $0.sides == nil })

        let rest = deal.cards.dropFirst(20)
        let whole = try studied.library.cards(rest.map(\.id), for: .review)
        #expect(whole.map { $0?.state } == rest.map(\.state))
        #expect(whole.allSatisfy { $0?.sides != nil })
    }

    @Test func reportsDeletedCards() throws {
        let studied = try ReviewLibrary(["Mine": [1, 2]])
        let card = CardID(note: NoteID(rawValue: 1), face: .template(1))
        _ = try studied.library.act(.suspend, on: [card], by: nil, timeZoneOffset: 0)
        let names = [1, 2, 3].map { CardID(note: NoteID(rawValue: $0), face: .template(1)) }

        let cards = try studied.library.cards(names, for: .learn)

        #expect(cards.map { $0 != nil } == [false, true, false])
    }
}
