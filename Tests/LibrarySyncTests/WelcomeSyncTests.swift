import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// What the first visit's question means for copies of a library.
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

    private func syncBoth() throws { try here.sync(with: there) }

    private func firstQuestion(_ replica: SyncReplica) throws -> (note: NoteID, text: String?) {
        let deal = try replica.library.deal(.browse, Source(deck: "First questions"))
        let card = try #require(deal?.cards.first)
        return (card.note, card.sides?.front.text)
    }

    private func firstWordLanguage(_ replica: SyncReplica) throws -> String? {
        let deal = try replica.library.deal(.browse, Source(deck: "First words"))
        return try #require(deal?.cards.first).sides?.front.language?.text
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

    @Test func aLibraryWhoseQuestionWasSkippedCanBecomeACopy() throws {
        try there.library.skipWelcome()

        #expect(try there.library.syncState().library == nil)
        try becomeCopies()
    }

    @Test func skippedQuestionLeavesTheStarterDecksInTheLanguageOfTheInterface() throws {
        try there.library.skipWelcome(in: .french)

        #expect(try firstQuestion(there).text?.hasPrefix("Quel") == true)
        #expect(try firstWordLanguage(there) == "fr")
        #expect(try there.library.syncState().library == nil)
        #expect(try there.library.history().isEmpty)
        try becomeCopies()
        #expect(try firstQuestion(there).text?.hasPrefix("Which") == true)
    }

    @Test func skippedQuestionChangesNothingInALibraryThatIsUsed() throws {
        try here.library.skipWelcome(in: .french)

        #expect(try firstQuestion(here).text?.hasPrefix("Which") == true)
        #expect(try firstWordLanguage(here) == "en")
    }

    @Test func aLibraryWithAnEditCannotBecomeACopy() throws {
        try there.library.skipWelcome()

        try edit("Which sea?", on: there)

        #expect(try there.library.syncState().library != nil)
    }

    /// Each was used after its question was skipped, so that neither takes over the other one's file.
    @Test(arguments: [false, true])
    func filesThatWereCopiedBeforeTheirQuestionsWereSkippedAgree(_ isSkippedTwice: Bool) throws {
        let path = folder.path("2.omena")
        try there.library.close()
        try FileManager.default.copyItem(atPath: there.path, toPath: path)
        try there.open()
        let other = try SyncReplica(path: path, number: 2, skew: 60_000)
        for copy in [there, other] { copy.clock.advance(by: 60_000) }
        if isSkippedTwice { try other.library.skipWelcome(in: .japanese) }
        there.clock.advance(by: 60_000)
        try there.library.skipWelcome(in: .french)
        for copy in [there, other] {
            #expect(try copy.library.syncState().library == nil)
            _ = try copy.library.makeDeck(named: #require(DeckName("\(copy.number)")), by: nil)
        }

        try there.sync(with: other)

        for copy in [there, other] {
            #expect(try firstQuestion(copy).text?.hasPrefix("Quel") == true)
            #expect(try firstWordLanguage(copy) == "fr")
        }
        try other.library.close()
    }

    @Test func copiesThatTranslateDifferentlyAgree() throws {
        try becomeCopies()
        try answer(speaking: "ja", on: here)
        there.clock.advance(by: 60_000)
        try answer(speaking: "fr", on: there)

        try syncBoth()

        #expect(try firstQuestion(here).text?.hasPrefix("Quel") == true)
    }
}
