import Languages
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

struct DealingTests {
    private let fresh: FreshLibrary
    private let deck = DeckID(rawValue: 1)

    init() throws { fresh = try FreshLibrary() }

    /// Creates the deck "Mine" with these notes.
    private func fill(
        _ notes: [Note],
        choice: String? = nil,
        then change: (borrowing Writer) throws -> Void = { _ in }
    ) throws {
        try fresh.reopen { writer in
            let settings = DeckSettings(languageChoice: choice.flatMap { LanguageChoice($0) })
            let name = try #require(DeckName("Mine"))
            try writer.insert(Deck(id: deck, name: name, settings: settings), at: fresh.clock.now)
            for note in notes { try writer.insert(note) }
            try change(writer)
        }
    }

    private func cards(_ mode: Mode = .learn, deck: String = "Mine") throws -> [DealtCard] {
        try #require(try fresh.library.deal(mode, Source(deck: deck))).cards
    }

    /// A note in several languages: `["fi": "omena"]`.
    private func word(_ id: Int64, _ texts: [String: String]) throws -> Note {
        var note = Note.question(id, in: deck)
        note.type = NoteType.languages.id
        note.values = [:]
        for (tag, text) in texts {
            note.values[.language(try #require(LanguageTag(tag)))] = FieldValue(text)
        }
        return note
    }

    @Test func dealsADeckByItsNameInAnyCase() throws {
        let deal = try #require(try fresh.library.deal(.learn, Source(deck: " first QUESTIONS ")))

        #expect(deal.library == fresh.library.identity)
        #expect(deal.mode == .learn)
        #expect(deal.title == "First questions")
        #expect(deal.cards.count == 10)
        #expect(Set(deal.cards.map(\.note)).count == 10)
        #expect(deal.cards.first?.sides?.front.text == "Which ocean is the largest on Earth?")
        #expect(deal.cards.first?.sides?.back.text == "The Pacific")
        #expect(deal.cards.allSatisfy { $0.face == .template(1) })
    }

    @Test func dealsWhatIsInsideANameThatIsOnlyPartOfDecksNames() throws {
        try fresh.reopen { writer in
            let names: [(Int64, String)] = [(1, "Asia::Japan"), (2, "Asia::China"), (3, "Asian")]
            for (id, name) in names {
                let deck = Deck(id: DeckID(rawValue: id), name: try #require(DeckName(name)))
                try writer.insert(deck, at: fresh.clock.now)
                try writer.insert(Note.question(id, in: deck.id))
            }
        }

        for mode in [Mode.learn, .review] {
            let deal = try #require(try fresh.library.deal(mode, Source(deck: "asia")))

            #expect(Set(deal.cards.map(\.note.rawValue)) == [1, 2])
            #expect(deal.title == "Asia")
            #expect(deal.source == Source(deck: "Asia"))
            #expect(deal.deck == nil)
        }
        #expect(try fresh.library.deal(.learn, Source(deck: "Asia::Jap")) == nil)
    }

    @Test func dealsNoMissingDeck() throws {
        let long = String(repeating: "x", count: 10_000)

        for name in ["Nothing", "", "::", "First", "First questions::", "a\0b", long] {
            #expect(try fresh.library.deal(.learn, Source(deck: name)) == nil)
        }
    }

    @Test func dealsAnEmptyDeck() throws {
        try fill([])

        #expect(try cards() == [])
    }

    @Test func dealsOneCardPerNote() throws {
        var note = Note.question(1, in: deck)
        note.type = NoteType.basicAndReversed.id
        try fill([note])

        #expect(try cards().map(\.face) == [.template(1)])
    }

    @Test func leavesOutBinnedSuspendedAndEmptyNotes() throws {
        var binned = Note.question(1, in: deck)
        binned.binned = fresh.clock.now
        var empty = Note.question(2, in: deck)
        empty.values[1] = FieldValue("  ")
        var reversed = Note.question(3, in: deck)
        reversed.type = NoteType.basicAndReversed.id
        try fill([binned, empty, reversed, .question(4, in: deck)]) { writer in
            for note in [NoteID(rawValue: 3), NoteID(rawValue: 4)] {
                _ = try writer.insertCard(of: note, face: .template(1))
            }
            try writer.connection.run("UPDATE card SET is_suspended = 1")
        }

        #expect(try cards().map(\.note.rawValue) == [3])
        #expect(try cards().map(\.face) == [.template(2)])
    }

    @Test func dealsCardsInTheOrderOfTheDeck() throws {
        let ages: [(id: Int64, made: Int64)] = [(1, 30), (2, 10), (3, 20)]
        try fill(ages.map { .question($0.id, in: deck, made: $0.made) })

        #expect(try cards(.learn).map(\.note.rawValue) == [2, 3, 1])
        #expect(try cards(.browse).map(\.note.rawValue) == [2, 3, 1])
    }

    @Test func dealsTheCardsUnansweredLongestFirst() throws {
        let batch = Int64(Library.practiceBatch)
        let count = batch + 5
        try fill((1...count).map { .question($0, in: deck, made: $0) })
        let first = try cards()
        let answers = first.prefix(10).map { fresh.answer($0.note.rawValue, to: $0) }
        #expect(try fresh.library.record(answers).allSatisfy { $0 == .stored })

        let second = try cards()

        #expect(first.map(\.note.rawValue) == Array(1...batch))
        #expect(second.map(\.note.rawValue) == Array(1...5) + Array(11...count))
        #expect(try cards(.browse).map(\.note.rawValue) == Array(1...count))
    }

    // MARK: - Languages

    private static let apple = [
        "en": "apple", "fi": "omena", "fr": "pomme", "ja": "りんご", "ja-Latn": "ringo",
    ]

    @Test(arguments: [
        ("oneToOne:fr:fi", ["fr>fi"]),
        ("oneToAll:fi", ["fi>en", "fi>fr", "fi>ja"]),
        ("allToOne:ja-Latn", ["en>ja-Latn", "fi>ja-Latn", "fr>ja-Latn"]),
        ("symmetricSubset:en,ja", ["en>ja", "ja>en"]),
        ("oneToOne:en:sv", []),
    ])
    func asksThePairsOfTheDecksChoice(choice: String, faces: [String]) throws {
        try fill([try word(1, Self.apple)], choice: choice)

        var dealt: Set<String> = []
        for seed in 0..<64 as Range<UInt64> {
            let deal = try fresh.library.deal(.learn, Source(deck: "Mine"), seed: seed)
            dealt.formUnion(try #require(deal).cards.map(\.face.description))
        }

        #expect(dealt.sorted() == faces)
    }

    @Test func asksEachLanguageInOneScriptOnly() throws {
        try fill([try word(1, Self.apple)])

        for _ in 0..<100 {
            #expect(try cards().allSatisfy { !$0.face.description.contains("ja-Latn") })
        }
    }

    @Test func includesThePronunciation() throws {
        try fill([try word(1, Self.apple)], choice: "oneToOne:fi:ja")

        let card = try #require(try cards().first)

        #expect(card.sides?.front == CardSide(text: "omena", language: LanguageTag("fi")))
        #expect(
            card.sides?.back
                == CardSide(text: "りんご", language: LanguageTag("ja"), pronunciation: "ringo")
        )
    }
}
