import Notes
import Testing

struct SearchFilterTests {
    private static func deck(_ name: String) -> SearchTerm {
        SearchPattern(text: name).map { .deck($0) } ?? .untagged
    }

    @Test(
        arguments: [
            ("", deck("First words"), #"deck:"First words""#),
            ("rain", deck("A::B"), "deck:A::B rain"),
            ("a or b", deck("A"), "(a or b) deck:A"),
            (#"x deck:"Old one" y"#, deck("New"), "x deck:New y"),
            // A deck in an "or" or after a minus was not chosen by the control.
            ("-deck:Old", deck("New"), "deck:New -deck:Old"),
            ("(deck:A or deck:B) x", deck("C"), "deck:C (deck:A or deck:B) x"),
            ("日本 deck:A", deck("B"), "日本 deck:B"),
            ("deck:A is:dew", deck("B"), "deck:B is:dew"),
            ("x deck:A y", nil, "x y"), ("deck:A", nil, ""), ("x", nil, "x"),
        ] as [(String, SearchTerm?, String)]
    )
    func writesIntoTheQuery(_ text: String, _ term: SearchTerm?, _ expected: String) {
        let written = SearchFilter.deck.choice(in: text, SearchQuery(text))(term)

        #expect(written == expected)
        if let term { #expect(SearchFilter.deck.chosen(in: SearchQuery(written)) == term) }
    }

    @Test func findsTheChosenTerm() {
        let query = SearchQuery("omena is:due tag:none type:noun")

        #expect(SearchFilter.state.chosen(in: query) == .state(.due))
        #expect(SearchFilter.tag.chosen(in: query) == .untagged)
        #expect(SearchFilter.wordType.chosen(in: query) == .wordType(.noun))
        #expect(SearchFilter.deck.chosen(in: query) == nil)
    }
}
