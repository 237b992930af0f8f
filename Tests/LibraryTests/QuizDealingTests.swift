import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import Testing

/// A quiz offers answers of the same kind, and never a second right one.
struct QuizDealingTests {
    /// Deals a quiz over words of two languages.
    private func quiz(
        _ words: [(en: String, fi: String)],
        then change: (borrowing Writer) throws -> Void = { _ in }
    ) throws -> Deal {
        var settings = DeckSettings()
        settings.languageChoice = LanguageChoice("oneToOne:en:fi")
        let studied = try ReviewLibrary(["Mine": []], of: ["Mine": settings]) { writer in
            for (index, word) in words.enumerated() {
                let note = try Self.word(Int64(index) + 1, ["en": word.en, "fi": word.fi])
                try writer.insert(note)
            }
            try change(writer)
        }
        return try #require(try studied.library.deal(.quiz, Source(deck: "Mine"), seed: 3))
    }

    private static func word(_ id: Int64, _ texts: [String: String], deck: Int64 = 1) throws -> Note
    {
        var note = Note.question(id, in: DeckID(rawValue: deck), made: id)
        note.type = NoteType.languages.id
        note.values = [:]
        for (tag, text) in texts {
            note.values[.language(try #require(LanguageTag(tag)))] = FieldValue(text)
        }
        return note
    }

    private func meanings(_ deal: Deal) -> [QuizItem] {
        deal.cards.compactMap(\.meaning) + deal.others.map(\.meaning)
    }

    private static let fruit = [
        ("apple", "omena"), ("pear", "päärynä"), ("plum", "luumu"), ("berry", "marja"),
        ("lemon", "sitruuna"), ("orange", "appelsiini"),
    ]

    @Test func cardsOfOneKindHaveOneTypeAndOnePairOfLanguages() throws {
        let deal = try quiz(Self.fruit) { writer in
            try writer.insert(.question(90, in: DeckID(rawValue: 1), made: 90))
        }

        let kinds = deal.cards.compactMap(\.meaning?.kind)

        #expect(kinds.count == 7)
        #expect(Set(kinds.prefix(6)).count == 1)
        #expect(kinds[6] != kinds[0])
        // There is enough fruit to choose from, but only one question, so answers of other notes join it.
        #expect(deal.others.allSatisfy { $0.meaning.kind == kinds[6] })
        #expect(deal.others.count == Session.maximumChoices - 1)
    }

    @Test(arguments: [
        ("omena / omppu", "Omppu!", true), ("omena; omppu", " omppu ", true),
        ("omena", "OMENA.", true), ("omena", "omenat", false), ("…", "!", false),
        ("\u{E9}t\u{E9}", "e\u{301}te\u{301}", true),
    ])
    func indistinguishableAnswersAreOne(first: String, second: String, isSame: Bool) throws {
        let deal = try quiz([("apple", first), ("the apple", second)])

        let answers = deal.cards.compactMap(\.meaning?.answer)

        #expect(answers.count == 2)
        #expect((answers[0] == answers[1]) == isSame)
    }

    @Test func equalAlternativesMakeAllOfTheirAnswersEqual() throws {
        let deal = try quiz([("a", "x; y"), ("b", "y / z"), ("c", "z"), ("d", "q")])

        let answers = deal.cards.compactMap(\.meaning?.answer)

        #expect(Set(answers.prefix(3)).count == 1)
        #expect(answers[3] != answers[0])
    }

    @Test func answersToTheSamePromptAreNeverOfferedAsWrong() throws {
        let deal = try quiz([("bank", "pankki"), ("Bank / shore", "ranta")] + Self.fruit)
        let meanings = meanings(deal)

        for seed in 0..<50 as Range<UInt64> {
            let session = try #require(Session(.quiz, cards: deal.cards.count, seed: seed))
            let offered = session.choices(for: 0, among: meanings)
            #expect(offered.count == 4)
            #expect(!offered.contains(1))
        }
    }

    @Test func addsAnswersOfOtherNotesIfThereAreTooFew() throws {
        let deal = try quiz([("apple", "omena")]) { writer in
            let other = Deck(id: DeckID(rawValue: 2), name: try #require(DeckName("Other")))
            try writer.insert(other, at: Moment(milliseconds: 0))
            for (index, word) in Self.fruit.enumerated() {
                let id = Int64(index) + 50
                try writer.insert(try Self.word(id, ["en": word.0, "fi": word.1], deck: 2))
            }
            // Answers in another language or script are not used.
            try writer.insert(try Self.word(80, ["en": "fig", "sv": "fikon"], deck: 2))
            try writer.insert(try Self.word(81, ["en": "kiwi", "fi-Cyrl": "киви"], deck: 2))
        }

        #expect(deal.cards.count == 1)
        #expect(Set(deal.others.map(\.meaning.answer)).count >= 3)
        #expect(deal.others.allSatisfy { $0.back.language == LanguageTag("fi") })
        let fruit = Set(Self.fruit.map(\.1))
        #expect(deal.others.allSatisfy { fruit.contains($0.back.text) })
    }

    @Test func includesTheTextsOfTheFirstChoices() throws {
        let words = (1...80).map { ("en \($0)", "fi \($0)") }
        let deal = try quiz(words)
        let session = try #require(Session(.quiz, cards: 80, seed: deal.seed))
        let meanings = meanings(deal)

        for depth in 0..<20 {
            let card = try #require(session.card(at: depth))
            for choice in session.choices(for: card, among: meanings) {
                #expect(deal.cards[choice].sides != nil)
            }
        }
    }
}
