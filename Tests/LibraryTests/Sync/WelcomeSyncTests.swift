import Languages
import LibraryValues
import Notes
import Recall
import TestFolder
import Testing

@testable import Library
@testable import Storage

/// What the first visit chooses is a default: it doesn't count as use of a library, and loses to whatever a learner does.
struct WelcomeSyncTests {
    private let folder: TemporaryFolder
    /// A library in which something was done, and a new one.
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        here = try SyncReplica(path: folder.path("0.omena"), number: 0, skew: 0)
        there = try SyncReplica(path: folder.path("1.omena"), number: 1, skew: 60_000)
        _ = try here.library.makeDeck(named: #require(DeckName("Mine")), by: nil)
    }

    private func becomeCopies() throws {
        let copy = try #require(try here.library.firstCopy())
        #expect(try there.adopt(copy))
        #expect(try here.content() == there.content())
        here.clock.advance(by: 60_000)
    }

    private func syncBoth() throws {
        for (sender, receiver) in [(here, there), (there, here), (here, there), (there, here)] {
            while let page = try sender.library.syncPage(after: receiver.vector(toldTo: sender)) {
                _ = try receiver.merge(page.bytes, from: sender)
                if page.isLast { break }
            }
        }
        #expect(try here.content() == there.content())
    }

    private func firstQuestion(_ replica: SyncReplica) throws -> (note: NoteID, text: String?) {
        let deal = try replica.library.deal(.browse, Source(deck: "First questions"))
        let card = try #require(deal?.cards.first)
        return (card.note, card.sides?.front.text)
    }

    private func edit(_ text: String, on replica: SyncReplica) throws {
        let note = try firstQuestion(replica).note
        _ = try replica.library.edit(note, by: nil) { $0.values[1] = FieldValue(text) }
    }

    private func answer(speaking code: String, on replica: SyncReplica) throws {
        var welcome = try #require(try replica.library.welcome(in: .english))
        welcome.speaks = try #require(LanguageTag(code))
        try replica.library.answer(welcome, named: DeckName("Mots"), by: nil)
    }

    @Test func aLibraryIsUnusedAfterTheQuestionIsSkipped() throws {
        try there.library.skipWelcome(in: .french, by: nil)

        #expect(try firstQuestion(there).text?.hasPrefix("Quel") == true)
        #expect(try there.library.syncState().library == nil)
        try becomeCopies()
    }

    @Test func aLibraryIsUnusedAfterTheQuestionIsAnswered() throws {
        there.clock.advance(by: 60_000)
        try answer(speaking: "fr", on: there)

        #expect(try there.library.decks().map(\.name.text) == ["First questions", "Mots"])
        #expect(try there.library.syncState().library == nil)
        try becomeCopies()
    }

    @Test func anEditAfterTheWelcomeIsUse() throws {
        try there.library.skipWelcome(in: .french, by: nil)

        try edit("Quel océan ?", on: there)

        #expect(try there.library.syncState().library != nil)
    }

    @Test func anUndoneTranslationIsUndoneEverywhere() throws {
        try becomeCopies()
        try there.library.skipWelcome(in: .french, by: nil)
        try syncBoth()

        let change = try #require(try there.library.history().first)
        _ = try there.library.undo(change.id)
        try syncBoth()

        #expect(try firstQuestion(here).text?.hasPrefix("Which") == true)
    }

    @Test func anEditWinsOverALaterTranslation() throws {
        try becomeCopies()
        try edit("Which sea?", on: here)

        there.clock.advance(by: 3_600_000)
        try there.library.skipWelcome(in: .french, by: nil)
        try syncBoth()

        #expect(try firstQuestion(here).text == "Which sea?")
    }

    @Test func aNewNameWinsOverALaterAnswer() throws {
        try becomeCopies()
        let deck = try #require(try here.library.decks().first { $0.name.text == "First words" })
        _ = try here.library.changeDeck(deck.id, to: DeckName("Words"), nil, by: nil)

        there.clock.advance(by: 3_600_000)
        try answer(speaking: "fr", on: there)
        try syncBoth()

        let synced = try #require(try here.library.deck(deck.id))
        #expect(synced.name.text == "Words")
        #expect(synced.settings.languageChoice?.description == "oneToOne:fr:fi")
    }

    @Test func copiesThatTranslateDifferentlyAgree() throws {
        try becomeCopies()
        try here.library.skipWelcome(in: .japanese, by: nil)
        try there.library.skipWelcome(in: .french, by: nil)

        try syncBoth()

        // What is done now is later than all of it, whatever a clock says.
        try edit("Which sea?", on: here)
        try syncBoth()
        #expect(try firstQuestion(there).text == "Which sea?")
    }
}
