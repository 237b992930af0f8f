import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

/// The script in which a card shows a language; each pair of scripts has a memory of its own.
struct ScriptDealingTests {
    private let fresh: FreshLibrary
    private let deck = DeckID(rawValue: 1)
    private let name: DeckName

    init() throws {
        fresh = try FreshLibrary()
        name = try #require(DeckName("Mine"))
        let (deck, name, clock) = (deck, name, fresh.clock)
        try fresh.reopen { writer in
            try writer.insert(Deck(id: deck, name: name), at: clock.now)
            let notes = [
                ["fr": "eau", "ja": "水", "ja-Latn": "mizu", "ja-Hrkt": "みず"],
                ["fr": "sushi", "ja": "すし"],
                ["fr": "montagne", "ja": "山"],
            ]
            for (index, texts) in notes.enumerated() {
                var note = Note.question(Int64(index + 1), in: deck)
                note.type = NoteType.languages.id
                note.values = [:]
                for (tag, text) in texts {
                    note.values[.language(try #require(LanguageTag(tag)))] = FieldValue(text)
                }
                try writer.insert(note)
            }
        }
    }

    private func choose(
        _ choice: String,
        _ scripts: String? = nil,
        showingOthers: Bool? = nil,
        of deck: DeckID? = nil
    ) throws {
        var settings = DeckSettings()
        settings.languageChoiceText = choice
        settings.scriptChoiceText = scripts
        settings.showsOtherScripts = showingOthers
        _ = try fresh.library.changeDeck(deck ?? self.deck, to: nil, settings, by: nil)
    }

    private func backs(_ mode: Mode = .learn) throws -> [String: CardSide] {
        let cards = try #require(try fresh.library.deal(mode, Source(deck: "Mine"))).cards
        return Dictionary(
            uniqueKeysWithValues: cards.compactMap { card in
                card.sides.map { ($0.front.text, $0.back) }
            }
        )
    }

    @Test(arguments: [Mode.browse, .learn, .race, .review, .quiz])
    func answersInTheChosenScript(mode: Mode) throws {
        try choose("oneToOne:fr:ja")
        #expect(
            try backs(mode).mapValues(\.text) == ["eau": "水", "sushi": "すし", "montagne": "山"]
        )

        try choose("oneToOne:fr:ja", "ja:Latn")
        #expect(try backs(mode).mapValues(\.text) == ["eau": "mizu", "sushi": "sushi"])

        try choose("oneToOne:fr:ja", "ja:Hrkt")
        #expect(try backs(mode).mapValues(\.text) == ["eau": "みず"])
    }

    @Test func marksTransliteratedTexts() throws {
        try choose("oneToOne:fr:ja", "ja:Latn")

        let backs = try backs()

        #expect(backs["eau"]?.isGenerated == false)
        #expect(backs["sushi"]?.isGenerated == true)
        #expect(backs["sushi"]?.language == LanguageTag("ja-Latn"))
        #expect(try fresh.library.noteForm(NoteID(rawValue: 2))?.draft.values.count == 2)
    }

    @Test func asksEachLanguageInOneScriptOnly() throws {
        try choose("all", "ja:Latn")

        let cards = try (0..<20).flatMap { seed in
            try #require(
                try fresh.library.deal(.learn, Source(deck: "Mine"), seed: seed)
            ).cards
        }

        #expect(Set(cards.map(\.face.description)) == ["fr>ja-Latn", "ja-Latn>fr"])
    }

    @Test func showsOtherScriptsOnlyBesideTheAnswer() throws {
        try choose("symmetricSubset:fr,ja", "ja:Latn", showingOthers: true)

        let cards = try (0..<20).flatMap { seed in
            try #require(
                try fresh.library.deal(.learn, Source(deck: "Mine"), seed: seed)
            ).cards
        }
        let answers = cards.filter { $0.note.rawValue == 1 }.compactMap(\.sides)

        #expect(answers.allSatisfy { $0.front.otherScripts == [] })
        #expect(
            Set(answers.map { $0.back.otherScripts.map(\.text) }) == [[], ["水", "みず"]]
        )
    }

    @Test func addsAMissingRomanisationBesideTheAnswer() throws {
        try choose("oneToOne:fr:ja", showingOthers: true)

        let other = try #require(try backs()["sushi"]?.otherScripts)

        #expect(
            other == [
                .init(
                    text: "sushi",
                    language: try #require(LanguageTag("ja-Latn")),
                    isGenerated: true
                )
            ]
        )
        #expect(try backs()["montagne"]?.otherScripts == [])
    }

    @Test func showsReadingsAboveTextsIfTheSettingSaysSo() throws {
        try choose("oneToOne:fr:ja")
        #expect(try backs()["eau"]?.ruby == [])

        try fresh.library.changeSettings { $0.ruby = ["ja"] }

        #expect(try backs()["eau"]?.ruby == [RubyPiece("水", "みず")])
        #expect(try backs()["eau"]?.isRubyGenerated == false)
        #expect(try backs()["sushi"]?.ruby == [])
        #expect(try backs()["montagne"]?.ruby == [])
        let list = try fresh.library.notes(matching: "eau").notes
        #expect(list.flatMap(\.answer.ruby).map(\.reading) == ["みず"])
        #expect(try fresh.library.notes(matching: "deck:Mine 水").total == 1)
    }

    @Test func nestedDeckOverridesItsParentLanguageByLanguage() throws {
        let inner = try #require(DeckName("Mine::Inner"))
        let made = try fresh.library.makeDeck(named: inner, by: nil).deck
        try choose("oneToOne:fr:ja", "ja:Hrkt,pa:Arab")
        var settings = DeckSettings()
        settings.scriptChoice = ScriptChoice("ja:Latn")
        _ = try fresh.library.changeDeck(made, to: nil, settings, by: nil)
        _ = try fresh.library.act(.move(to: made), on: .notes([NoteID(rawValue: 1)]), by: nil)

        #expect(try backs()["eau"]?.text == "mizu")
        #expect(
            settings.inheriting(DeckSettings(scripts: "ja:Hrkt,pa:Arab")).scriptChoiceText
                == "ja:Latn,pa:Arab"
        )
    }

    @Test func pairsKeepTheirMemoriesWhenTheScriptChanges() throws {
        let note = NoteID(rawValue: 1)
        let (kanji, latin) = (try #require(Face("fr>ja")), try #require(Face("fr>ja-Latn")))
        try choose("oneToOne:fr:ja")
        try grade(note, kanji, .easy)
        let state = try #require(try fresh.library.facts(of: note, face: kanji)?.card?.state)

        try choose("oneToOne:fr:ja", "ja:Latn")
        fresh.clock.advance(by: ReviewLibrary.day)
        let asked = try #require(
            try fresh.library.deal(.review, Source(deck: "Mine"))?.cards.first { $0.note == note }
        )
        #expect(asked.face == latin)
        #expect(asked.state == .new)
        try grade(note, latin, .again)

        try choose("oneToOne:fr:ja")
        #expect(try fresh.library.facts(of: note, face: kanji)?.card?.state == state)
        #expect(try fresh.library.facts(of: note, face: latin)?.card?.state.reviews == 1)
    }

    /// A note whose pairs were all asked has new pairs when another script is chosen.
    @Test func noteIsNewAgainInAnotherScript() throws {
        try choose("oneToOne:fr:ja")
        for note in 1...3 as ClosedRange<Int64> {
            try grade(NoteID(rawValue: note), try #require(Face("fr>ja")), .easy)
        }
        fresh.clock.advance(by: ReviewLibrary.day)
        #expect(try fresh.summary(of: "Mine").today.new == 0)

        try choose("oneToOne:fr:ja", "ja:Latn")
        #expect(try fresh.summary(of: "Mine").today.new == 2)
    }

    private func grade(_ note: NoteID, _ face: Face, _ grade: Grade) throws {
        let event = Event(
            id: EventID(rawValue: Int64.random(in: 1...Int64.max)),
            note: note,
            face: face,
            kind: .review(grade, due: nil),
            moment: fresh.clock.now,
            offset: 0,
            duration: 1_000,
            mode: .review
        )
        #expect(try fresh.library.record([event]).allSatisfy { $0 == .stored })
    }
}

extension DeckSettings {
    fileprivate init(scripts: String) {
        self.init()
        scriptChoiceText = scripts
    }
}
