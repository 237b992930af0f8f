import Languages
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
        // One that is stored already stays readable.
        #expect(DeckName(name) != nil)
    }
}
