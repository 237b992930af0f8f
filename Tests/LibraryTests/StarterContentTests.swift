import Languages
import Library
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
        #expect(decks.map(\.remembered) == [0, 0])
        #expect(decks.map(\.language?.text) == [nil, "fi"])
    }

    @Test func teachesAppleFirst() throws {
        let card = try FreshLibrary().firstCard(of: "First words")

        #expect(card.sides?.front.text == "apple")
        #expect(card.sides?.back.text == "omena")
        #expect(card.face.description == "en>fi")
        #expect(card.sides?.back.language?.text == "fi")
    }

    @Test func isNotPutInAgainOnceDeleted() throws {
        let fresh = try FreshLibrary()

        try fresh.reopen { writer in
            try writer.connection.execute(script: "DELETE FROM note; DELETE FROM deck")
        }

        #expect(try fresh.library.home(timeZoneOffset: 0).decks == [])
    }
}
