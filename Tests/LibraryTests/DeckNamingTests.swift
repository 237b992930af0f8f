import Languages
import Library
import Notes
import Storage
import TestLibrary
import Testing

/// Learners cannot give names that nobody can see; those that a file brought are kept.
struct DeckNamingTests {
    private let fresh: FreshLibrary

    init() throws { fresh = try FreshLibrary() }

    @Test(arguments: ["A::\u{200B}", "\u{2060}::B", "A::\u{200F} \u{200B}::C"])
    func noDeckGetsANameThatNobodySees(text: String) throws {
        let name = try #require(DeckName(text))
        let deck = try fresh.library.makeDeck(named: try #require(DeckName("A")), by: nil).deck
        let before = try fresh.library.decks()
        let refusal = LibraryError.refused("A part of this name is empty. Remove the extra “::”.")

        #expect(throws: refusal) { try fresh.library.makeDeck(named: name, by: nil) }
        #expect(throws: refusal) { try fresh.library.changeDeck(deck, to: name, nil, by: nil) }
        #expect(try fresh.library.decks() == before)
    }

    @Test(arguments: ["A::\u{200B}", "\u{2060}"])
    func aNameThatAFileHasBroughtIsKept(text: String) throws {
        let name = try #require(DeckName(text))
        let id = DeckID(rawValue: 5)
        try fresh.reopen { writer in
            try writer.insert(Deck(id: id, name: name), at: fresh.clock.now)
        }

        var settings = DeckSettings()
        settings.newLimit = 3
        _ = try fresh.library.changeDeck(id, to: name, settings, by: nil)

        #expect(try fresh.library.deck(id)?.name == name)
        #expect(try fresh.library.deck(id)?.settings.newLimit == 3)
    }
}
