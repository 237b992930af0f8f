import Languages
import LibraryValues
import Notes
import Pages
import Testing

struct DeckFormTests {
    @Test(arguments: ["A::\u{200B}", "\u{2060}::B", "A::\u{200F} \u{200B}::C"])
    func aPartOfANameThatNobodySeesIsRefused(name: String) {
        let form = DeckForm([(name: "name", value: name)])

        #expect(form.deckName == nil)
        #expect(
            form.flaws[.name]?.description
                == "A part of this name is empty. Remove the extra “::”."
        )
    }

    @Test(arguments: ["A::\u{200B}", "\u{2060}"])
    func aStoredNameThatNobodySeesIsKept(name: String) throws {
        let deck = Deck(id: DeckID(rawValue: 5), name: try #require(DeckName(name)))
        let form = DeckForm(
            [(name: "name", value: name), (name: "newLimit", value: "3")],
            of: (deck, DeckLanguages())
        )

        #expect(form.deckName == deck.name)
        #expect(form.flaws[.name] == nil)
        #expect(form.settings.newLimit == 3)
    }
}
