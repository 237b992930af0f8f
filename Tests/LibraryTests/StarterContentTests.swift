import Languages
@testable import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import Testing

struct StarterContentTests {
    @Test func fillsANewLibrary() throws {
        let fresh = try FreshLibrary()

        let decks = try fresh.library.home(timeZoneOffset: 0).decks

        #expect(decks.map(\.name) == ["First questions", "First words"])
        #expect(decks.map(\.notes) == [10, 345])
        #expect(decks.map { $0.learning + $0.known } == [0, 0])
        #expect(decks.map(\.language?.text) == [nil, "fi"])
    }

    @Test func startsWithApple() throws {
        let card = try FreshLibrary().firstCard(of: "First words")

        #expect(card.sides?.front.text == "apple")
        #expect(card.sides?.back.text == "omena")
        #expect(card.face.description == "en>fi")
        #expect(card.sides?.back.language?.text == "fi")
    }

    @Test func isNotAddedAgainAfterDeletion() throws {
        let fresh = try FreshLibrary()

        try fresh.reopen { writer in
            try writer.connection.execute(script: "DELETE FROM note; DELETE FROM deck")
        }

        #expect(try fresh.library.home(timeZoneOffset: 0).decks == [])
    }

    @Test func doesNotOfferExistingDecks() throws {
        let fresh = try FreshLibrary()

        let offers = try fresh.library.starterOffers()

        #expect(offers.map(\.name.text) == ["First questions", "First words"])
        #expect(offers.map(\.notes) == [10, 345])
        #expect(offers.map(\.missing) == [0, 0])
        #expect(offers.map(\.outdated) == [0, 0])
        let name = try #require(offers.first).name
        #expect(try fresh.library.addStarter(named: name, by: nil) == nil)
    }

    @Test func deletedDeckCanBeAddedAgainAndUndone() throws {
        let fresh = try FreshLibrary()
        let library = fresh.library
        let words = try #require(try library.decks().last)
        _ = try library.deleteDeck(words.id, by: nil)
        let before = try dump(fresh.path)
        #expect(try library.starterOffers().map(\.missing) == [0, 345])

        let change = try #require(try library.addStarter(named: words.name, by: nil))

        #expect(change.says.description == "Added starter deck “First words”")
        #expect(try library.home(timeZoneOffset: 0).decks.map(\.notes) == [10, 345])
        #expect(try library.deck(words.id)?.settings == words.settings)
        _ = try library.undo(change.id)
        #expect(try dump(fresh.path) == before)
    }

    @Test func notesThatAnImportBroughtBackAreNotAddedAgain() throws {
        let fresh = try FreshLibrary()
        let card = try fresh.firstCard()
        var note = try #require(try fresh.library.database.read { try $0.note(card.note) })
        let decks = try fresh.library.decks()
        _ = try fresh.library.deleteDeck(note.deck, by: nil)
        try fresh.library.emptyBin()
        // As from a file of Anki, which has the guid but no id.
        note.id = NoteID(rawValue: 404)
        note.deck = try #require(decks.last).id
        try fresh.reopen { try $0.insert(note) }

        _ = try fresh.library.addStarter(named: try #require(decks.first).name, by: nil)

        #expect(try fresh.library.home(timeZoneOffset: 0).decks.map(\.notes) == [9, 346])
    }

    @Test func doesNotOfferACardThatWasDeletedFromAUsedDeck() throws {
        let fresh = try FreshLibrary()
        let library = fresh.library
        let words = try #require(try library.decks().last)
        _ = try library.delete([try fresh.firstCard(of: "First words").note], by: nil)

        #expect(try library.starterOffers().map(\.missing) == [0, 0])
        #expect(try library.addStarter(named: words.name, by: nil) == nil)
    }

    @Test func questionsAreInTheLanguageThatTheLearnerSpeaks() throws {
        let fresh = try FreshLibrary()

        try answer(in: fresh, speaking: "de")

        let sides = try fresh.firstCard().sides
        #expect(sides?.front.text == "Welcher Ozean ist der größte der Erde?")
        #expect(sides?.back.text == "Der Pazifik")
        // Nobody is offered English questions as improved ones.
        #expect(try fresh.library.starterOffers().map(\.outdated) == [0, 0])
    }

    @Test func questionsThatTheLearnerChangedAreNotTranslated() throws {
        let fresh = try FreshLibrary()
        let first = try fresh.firstCard()
        _ = try fresh.library.edit(first.note, by: nil) { $0.values[1] = FieldValue("Which sea?") }

        try answer(in: fresh, speaking: "ja")

        let deal = try #require(
            try fresh.library.deal(.browse, Source(deck: "First questions"))
        )
        #expect(
            deal.cards.prefix(2).map { $0.sides?.front.text } == ["Which sea?", "クモの足は何本ですか？"]
        )
    }

    @Test func improvedQuestionsAreInTheLanguageOfTheOthers() throws {
        let fresh = try FreshLibrary()
        try answer(in: fresh, speaking: "de")
        // As a later version would find it.
        try fresh.reopen { writer in
            try writer.connection.execute(
                script: """
                    UPDATE note SET fields = replace(fields, 'Der Pazifik', 'Pazifik')
                    WHERE fields LIKE '%Der Pazifik%'
                    """
            )
        }
        #expect(try fresh.library.starterOffers().map(\.outdated) == [1, 0])

        let questions = try #require(try fresh.library.decks().first)
        _ = try fresh.library.addStarter(named: questions.name, by: nil)

        #expect(try fresh.firstCard().sides?.back.text == "Der Pazifik")
    }

    @Test func questionsInAnUnknownLanguageAreKept() throws {
        let fresh = try FreshLibrary()
        try fresh.reopen { writer in
            try writer.connection.execute(
                script: "UPDATE note SET fields = replace(fields, '?', '!')"
            )
        }

        #expect(try fresh.library.starterOffers().map(\.outdated) == [0, 0])
    }

    private func answer(in fresh: FreshLibrary, speaking code: String) throws {
        var welcome = try #require(try fresh.library.welcome(in: .english))
        welcome.speaks = try #require(LanguageTag(code))
        try fresh.library.answer(welcome, named: nil, by: nil)
    }

    @Test func deletedQuestionsReturnInTheInterfaceLanguage() throws {
        let fresh = try FreshLibrary()
        let library = fresh.library
        let questions = try #require(try library.decks().first)
        _ = try library.deleteDeck(questions.id, by: nil)

        try InterfaceLanguage.withCurrent(.french) {
            let offer = try #require(try library.starterOffers().first)
            #expect((offer.missing, offer.outdated) == (10, 0))
            let change = try #require(try library.addStarter(named: questions.name, by: nil))
            #expect(
                change.says.description
                    == "Paquet de départ ajouté\u{A0}: «\u{A0}Premières questions\u{A0}»"
            )
        }

        #expect(try fresh.firstCard().sides?.back.text == "L’océan Pacifique")
    }

    /// A later version of the starter deck, with other texts than this library's notes.
    @Test func newWordsReplaceOnlyUnchangedTexts() throws {
        let fresh = try FreshLibrary()
        try fresh.reopen { writer in
            try writer.connection.execute(
                script: """
                    UPDATE note SET fields = replace(fields, 'omena', 'aple'), changed = made
                    WHERE fields LIKE '%"omena"%';
                    UPDATE note SET fields = replace(fields, 'kirja', 'opus'), changed = made + 1
                    WHERE fields LIKE '%"kirja"%';
                    DELETE FROM note WHERE fields LIKE '%"leipä"%';
                    """
            )
        }
        let words = try #require(try fresh.library.starterOffers().last)
        #expect((words.missing, words.outdated) == (1, 1))

        _ = try fresh.library.addStarter(named: words.name, by: nil)

        func count(_ query: String) throws -> Int {
            try fresh.library.notes(matching: query, limit: 9).count
        }
        #expect(try count("omena") == 1)
        #expect(try count("leipä") == 1)
        #expect(try count("opus") == 1)
        #expect(try count("aple") == 0)
    }
}
