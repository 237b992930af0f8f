import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import Testing

/// The cards that browse, learn, race and quiz get, from any source.
struct PracticeDealingTests {
    private func tagged() throws -> ReviewLibrary {
        try ReviewLibrary(["A": [1, 2], "A::B": [3], "C": [4, 5]]) { writer in
            for (note, tag) in [(1, "verbs"), (4, "Verbs::modal"), (5, "verbsy")] {
                try writer.add(try #require(TagName(tag)), to: NoteID(rawValue: Int64(note)))
            }
        }
    }

    @Test(
        arguments: [
            (Source(deck: "A"), [1, 2, 3]),
            (Source(decks: ["a::b", "C"]), [3, 4, 5]),
            (Source(decks: ["A", "A::B"]), [1, 2, 3]),
            (Source(tags: ["VERBS"]), [1, 4]),
            (Source(decks: ["A::B"], tags: ["verbs"]), [1, 3, 4]),
            (Source(decks: ["A"], tags: ["verbs"]), [1, 2, 3, 4]),
            (Source(query: "answer 2 or tag:verbs"), [1, 2, 4]),
            (Source(decks: ["C"], query: "deck:A -tag:verbs"), [2, 3, 4, 5]),
            (Source(query: "nothing of the kind"), []),
        ] as [(Source, [Int64])]
    )
    func dealsEachNoteOfTheSourceOnce(source: Source, notes: [Int64]) throws {
        let studied = try tagged()

        for mode in Mode.allCases where mode != .review {
            let deal = try #require(try studied.library.deal(mode, source))
            #expect(deal.cards.map(\.note.rawValue) == notes)
        }
        #expect(try studied.notes(source).sorted() == notes)
    }

    @Test func titlesASourceWithTheNamesOfTheLibrary() throws {
        let studied = try tagged()

        let deal = try #require(
            try studied.library.deal(
                .learn,
                Source(decks: ["c", "a::b"], tags: ["verbs"], query: "is:new")
            )
        )

        #expect(deal.title == "A › B, C, verbs, is:new")
        #expect(deal.source.text == "deck=A%3A%3AB&deck=C&tag=verbs&query=is%3Anew")
    }

    /// More decks than an address has room for.
    @Test(arguments: [Mode.browse, .review])
    func studiesAllDecksWithoutNamingThem(mode: Mode) throws {
        var decks: [String: [Int64]] = [:]
        for number in 1...120 as ClosedRange<Int64> { decks["Deck \(number)"] = [number] }
        var settings = StudySettings()
        settings.newLimit = 200
        let studied = try ReviewLibrary(decks, settings: settings)

        let deal = try #require(try studied.library.deal(mode, .all))

        #expect(Set(deal.cards.map(\.note.rawValue)).isSuperset(of: 1...120))
        #expect(deal.title == "All decks" && deal.source == .all && deal.deck == nil)
    }

    @Test(arguments: [
        Source(deck: "Z"), Source(decks: ["A", "Z"]), Source(tags: ["adverbs"]),
        Source(decks: ["A"], tags: ["no tag"]),
    ])
    func dealsNothingIfADeckOrTagIsMissing(source: Source) throws {
        let studied = try tagged()

        #expect(try studied.library.deal(.learn, source) == nil)
    }

    @Test func includesTheSidesOfTheEnginesFirstCards() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...100)])
        let deal = try #require(
            try studied.library.deal(.learn, Source(deck: "Mine"), seed: 0xFEED_5EED_0BAD_CAFE)
        )
        let session = try #require(Session(.learn, cards: deal.cards.count, seed: deal.seed))

        let first = (0..<20).compactMap { session.card(at: $0) }

        #expect(deal.cards.count == Library.practiceBatch)
        #expect(deal.cards.indices.filter { deal.cards[$0].sides != nil } == first.sorted())
        #expect(deal.cards.allSatisfy { $0.state == nil && $0.seed == nil })
        #expect(deal.schedule == nil)
    }

    @Test func dealsOnlyCardsThatTheSessionLacks() throws {
        let studied = try ReviewLibrary(["Mine": Array(1...350)])
        let first = try #require(try studied.library.deal(.browse, Source(deck: "Mine")))

        let more = try #require(
            try studied.library.deal(
                .browse,
                Source(deck: "Mine"),
                having: Set(first.cards.map(\.id))
            )
        )

        #expect(first.cards.map(\.note.rawValue) == Array(1...200))
        #expect(first.total == 350)
        #expect(more.total == 150)
        #expect(more.cards.map(\.note.rawValue) == Array(201...350))
    }

    @Test(arguments: [Mode.learn, .race, .quiz])
    func addsMoreCardsInRandomOrder(mode: Mode) throws {
        let studied = try ReviewLibrary(["Mine": Array(1...250)])
        let source = Source(deck: "Mine")
        let first = try #require(try studied.library.deal(mode, source))
        let had = Set(first.cards.map(\.id))

        let more = try #require(try studied.library.deal(mode, source, having: had, seed: 7))

        let notes = more.cards.map(\.note.rawValue)
        #expect(Set(notes).isDisjoint(with: first.cards.map(\.note.rawValue)))
        #expect(notes.count == 20 && notes != notes.sorted())
        #expect(more.cards.allSatisfy { $0.sides != nil })
        #expect((first.total, first.beyond.cards) == (20, 230))
        #expect((more.total, more.beyond.cards) == (20, 210))
    }

    /// The button at the end of a batch says how many cards the next one has.
    @Test(arguments: [(active: 30, next: 10), (active: 20, next: 0), (active: 90, next: 20)])
    func countsOnlyCardsThatTheNextBatchHas(active: Int, next: Int) throws {
        let studied = try ReviewLibrary(["Mine": Array(1...100)])
        let suspended = ((active + 1)...100).map { NoteID(rawValue: Int64($0)) }
        _ = try studied.library.act(.suspend, on: .notes(suspended), by: nil)

        let first = try #require(try studied.library.deal(.learn, Source(deck: "Mine")))

        #expect(first.cards.count == Library.practiceBatch)
        #expect(min(first.beyond.cards, Library.practiceBatch) == next)
        let had = Set(first.cards.map(\.id))
        let second = try studied.library.deal(.learn, Source(deck: "Mine"), having: had)
        #expect(second?.cards.count == next)
    }

    @Test func countsTheRemainingCardsOfDecksTagsAndSearchesTogether() throws {
        let studied = try ReviewLibrary([
            "A": Array(1...150), "A::B": Array(151...300), "C": [301, 302],
        ]) {
            try $0.add(try #require(TagName("verbs")), to: NoteID(rawValue: 1))
            try $0.add(try #require(TagName("verbs")), to: NoteID(rawValue: 301))
        }

        let deal = try #require(
            try studied.library.deal(.learn, Source(decks: ["A"], tags: ["verbs"]))
        )

        #expect(deal.cards.count == Library.practiceBatch)
        #expect(deal.beyond.cards == 301 - Library.practiceBatch)
    }

    @Test func ordersTheCardsOfManyDecksLikeOne() throws {
        let decks = Dictionary(
            uniqueKeysWithValues: (0..<60).map { deck in
                ("All::\(deck)", (0..<12).map { Int64($0 * 60 + deck + 1) })
            }
        )
        let studied = try ReviewLibrary(decks.merging(["All": []]) { $1 })

        let deal = try #require(try studied.library.deal(.browse, Source(deck: "All")))

        #expect(deal.cards.map(\.note.rawValue) == Array(1...200))
    }

    @Test func includesTheStateOfNewAndDueCardsInModesThatCount() throws {
        var settings = StudySettings()
        settings.counts = [.learn]
        let studied = try ReviewLibrary(["Mine": Array(1...4)], settings: settings)
        try studied.learn([1], dueIn: 0)
        try studied.learn([2], dueIn: 3)
        try studied.grade([3], .easy)

        let deal = try #require(try studied.library.deal(.learn, Source(deck: "Mine")))

        let stages = Dictionary(
            uniqueKeysWithValues: deal.cards.map { ($0.note.rawValue, $0.state?.stage) }
        )
        #expect(stages == [1: .review, 2: nil, 3: nil, 4: .new])
        #expect((deal.due, deal.new) == (1, 1))
        #expect(deal.schedule != nil)
        #expect(try studied.library.deal(.race, Source(deck: "Mine"))?.schedule == nil)
    }
}
