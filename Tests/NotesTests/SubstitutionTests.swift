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
        // Each character of a script without spaces is a word.
        (Substitution(find: "食", replacement: "飲", matchesWords: true), "食べる", "飲べる"),
        // Accents match in every normalization form.
        (Substitution(find: "caf\u{E9}", replacement: "tea"), "cafe\u{301}", "tea"),
        (Substitution(find: "e", replacement: "x"), "\u{E9}", nil),
        (Substitution(find: "aa", replacement: "b"), "aaaaa", "bba"),
        (Substitution(find: "a", replacement: ""), "banana", "bnn"),
        (Substitution(find: "a.", replacement: "x"), "ab", nil),
        (Substitution(find: "", replacement: "x"), "ab", nil),
        (Substitution(find: "a", replacement: "a"), "ab", nil),
        (Substitution(find: "STRASSE", replacement: "Weg"), "Stra\u{DF}e", nil),
    ])
    func replacesWhatIsFound(
        _ substitution: Substitution,
        _ text: String,
        _ expected: String?
    ) throws {
        #expect(try TextReplacer(substitution).applied(to: text) == expected)
    }

    @Test(arguments: [
        ("(\\w+) (\\w+)", "$2, $1", "red apple", "apple, red"),
        ("\\d{2,3}", "#", "1 12 1234", "1 # #4"),
        ("colou?r", "hue", "Color, COLOURS", "hue, hueS"),
        ("^", "to ", "eat\ndrink", "to eat\nto drink"),
        ("\\s+$", "", "spaced  \nout ", "spaced\nout"),
        ("<[^>]+>", "", "a <b>bold</b> word", "a bold word"),
        ("a.c", "x", "a\u{301}c a🇫🇮c a\nc", "a\u{301}c x a\nc"),
        ("[b-d]", "_", "aBcDe", "a___e"),
        ("(a)|b", "[$1]", "ab", "[a][]"),
        ("\\$(\\d)", "$$$1 $9", "$5", "$5 $9"),
        ("{{c1::(.+?)}}", "$1", "{{c1::cat}} and {{c1::dog}}", "cat and dog"),
        ("\\bthe\\b", "a", "the other", "a other"),
        ("x*", "-", "axb", "-a-b-"),
        ("[一-龥]+", "漢", "日本 go", "漢 go"),
        ("caf\u{E9}", "tea", "cafe\u{301}", "tea"),
        ("(?:ab)+c", "!", "ababc abab", "! abab"),
        ("a{2}b|a{2,}", "!", "aab aaaa a", "! ! a"),
        ("[]a]", "!", "]a", "!!"),
    ])
    func expressionReplacesWhatItFinds(
        _ find: String,
        _ replacement: String,
        _ text: String,
        _ expected: String
    ) throws {
        let substitution = Substitution(find: find, replacement: replacement, isExpression: true)

        #expect(try TextReplacer(substitution).applied(to: text) == expected)
    }

    @Test func expressionMatchesWholeWords() throws {
        let substitution = Substitution(find: "c.t", matchesWords: true, isExpression: true)

        #expect(try TextReplacer(substitution).applied(to: "cat scatter cut") == " scatter ")
    }

    @Test(arguments: [
        ("(", RegularExpressionError.openBracket("(")), (")", .openBracket(")")),
        ("[a", .openBracket("[")), ("*a", .nothingToRepeat("*")), ("a**", .nothingToRepeat("*")),
        ("[z-a]", .badRange("z-a")), ("a{3,2}", .badRange("{3,2}")),
        ("a{999}", .badRange("{999}")), ("a\\", .unknownEscape("\\")),
        ("\\q", .unknownEscape("\\q")), ("(a)\\1", .notOffered("\\1")),
        ("(?=a)", .notOffered("(?=")), ("((a{200}){200}){200}", .tooLarge),
        (String(repeating: "(", count: 1_000), .tooLarge),
    ])
    func invalidExpressionIsExplained(_ find: String, _ mistake: RegularExpressionError) {
        #expect(throws: mistake) {
            try TextReplacer(Substitution(find: find, isExpression: true))
        }
    }

    // Backtracking would take exponential time.
    @Test(arguments: ["(a*)*b", "(a|aa)+$", "(.*)*x", "(a?){30}a{30}b"])
    func expressionTakesLinearTime(_ find: String) throws {
        let text = String(repeating: "a", count: 300) + "!"

        let replacer = try TextReplacer(Substitution(find: find, isExpression: true))

        #expect(try replacer.pieces(of: text) == nil)
    }

    @Test func piecesJoinToTheText() throws {
        let pieces = try TextReplacer(Substitution(find: "an")).pieces(of: "banana split")

        #expect(
            pieces == [
                .kept("b"), .found("an", replacement: ""), .found("an", replacement: ""),
                .kept("a split"),
            ]
        )
    }

    @Test func scopeRoundTrips() throws {
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
