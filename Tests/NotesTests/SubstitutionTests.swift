import Languages
import Notes
import Testing

struct SubstitutionTests {
    @Test(arguments: [
        (Substitution(find: "colour", replacement: "color"), "Colour, colours", "color, colors"),
        (Substitution(find: "colour", replacement: "color", matchesCase: true), "Colour", nil),
        (
            Substitution(find: "cat", replacement: "dog", matchesWords: true), "cat cats a-cat!",
            "dog cats a-dog!"
        ),
        // Characters of scripts without spaces are words by themselves.
        (Substitution(find: "食", replacement: "飲", matchesWords: true), "食べる", "飲べる"),
        // However an accent is stored, it is the same.
        (Substitution(find: "caf\u{E9}", replacement: "tea"), "cafe\u{301}", "tea"),
        (Substitution(find: "e", replacement: "x"), "\u{E9}", nil),
        (Substitution(find: "aa", replacement: "b"), "aaaaa", "bba"),
        (Substitution(find: "a", replacement: ""), "banana", "bnn"),
        (Substitution(find: "a.", replacement: "x"), "ab", nil),
        (Substitution(find: "", replacement: "x"), "ab", nil),
        (Substitution(find: "a", replacement: "a"), "ab", nil),
        (Substitution(find: "STRASSE", replacement: "Weg"), "Stra\u{DF}e", nil),
    ])
    func replacesWhatIsFound(_ substitution: Substitution, _ text: String, _ expected: String?) {
        #expect(substitution.applied(to: text) == expected)
    }

    @Test func piecesMakeUpTheText() {
        let pieces = Substitution(find: "an").pieces(of: "banana split")

        #expect(pieces == [.kept("b"), .found("an"), .found("an"), .kept("a split")])
    }

    @Test func scopeComesBackFromItsText() throws {
        let finnish = try #require(LanguageTag("fi"))
        for scope in [Substitution.Scope.all, .named("Front: 1"), .language(finnish)] {
            #expect(Substitution.Scope(scope.text) == scope)
        }
        #expect(Substitution.Scope("language:?") == nil && Substitution.Scope("x") == nil)
    }

    @Test func scopeCoversFieldsByNameOrLanguage() throws {
        let finnish = try #require(LanguageTag("fi"))
        let named = Substitution(find: "x", scope: .named("FRONT"))

        #expect(named.covers(1, of: .basic) && !named.covers(2, of: .basic))
        #expect(
            Substitution(find: "x", scope: .language(finnish)).covers(
                .language(finnish),
                of: .languages
            )
        )
        #expect(!named.covers(.language(finnish), of: .languages))
    }
}
