import Languages
import Notes
import Recall
import Testing

struct SearchQueryTests {
    private static func text(
        _ text: String,
        quoted: Bool = false,
        field: String? = nil
    ) -> SearchExpression {
        .term(
            .text(
                SearchText(pattern(text), isQuoted: quoted, field: field.map { pattern($0) })
            )
        )
    }

    private static func pattern(_ text: String, isOpen: Bool = false) -> SearchPattern {
        let end: [SearchPattern.Part] = isOpen ? [.anything] : []
        guard let pattern = SearchPattern([.text(text)] + end) else {
            preconditionFailure("A pattern of nothing")
        }
        return pattern
    }

    static let readings: [(String, SearchExpression?)] = [
        ("", nil), ("  \u{3000} ", nil),
        ("apple", text("apple")),
        ("a b", .all([text("a"), text("b")])),
        ("a and b", .all([text("a"), text("b")])),
        ("a OR b", .any([text("a"), text("b")])),
        ("a b or c", .any([.all([text("a"), text("b")]), text("c")])),
        ("a (b or c)", .all([text("a"), .any([text("b"), text("c")])])),
        ("(a b) c", .all([text("a"), text("b"), text("c")])),
        ("-a", .not(text("a"))), ("--a", .not(.not(text("a")))),
        ("-(a b)", .not(.all([text("a"), text("b")]))),
        ("e-mail", text("e-mail")),
        ("or", text("or")), ("\\or", text("or")),
        ("a \\or b", .all([text("a"), text("or"), text("b")])),
        ("\"a b\"", text("a b", quoted: true)), ("“a b”", text("a b", quoted: true)),
        ("front:a", text("a", field: "front")),
        ("Back:\"a b\"", text("a b", quoted: true, field: "Back")),
        ("a\\:b", text("a:b")),
        ("12:30", text("30", field: "12")),
        (
            "a*",
            .term(.text(SearchText(pattern("a", isOpen: true))))
        ),
        ("a\\*", text("a*")),
        ("tag:a::b", .term(.tag(pattern("a::b")))), ("TAG:a", .term(.tag(pattern("a")))),
        ("tag:none", .term(.untagged)), ("tag:\\none", .term(.tag(pattern("none")))),
        ("tag:\\nOne", .term(.tag(pattern("nOne")))),
        ("deck:\"A B\"", .term(.deck(pattern("A B")))),
        ("\"deck:A B\"", .term(.deck(pattern("A B")))),
        ("note:Basic", .term(.noteType(pattern("Basic")))),
        ("type:verb", .term(.wordType(.verb))), ("type:none", .term(.wordType(nil))),
        ("is:due", .term(.state(.due))), ("is:Leech", .term(.state(.leech))),
        ("flag:3", .term(.flag(3))),
        ("s>10", .term(.property(.stability, .more, 10))),
        ("prop:d<=5.5", .term(.property(.difficulty, .atMost, 5.5))),
        ("due<-1", .term(.property(.due, .less, -1))),
        ("s>1,5", .term(.property(.stability, .more, 1.5))),
        ("reps!=0", .term(.property(.reviews, .unequal, 0))),
        ("lapses=3", .term(.property(.lapses, .equal, 3))),
        ("added:7", .term(.added(days: 7))),
        ("rated:7", .term(.rated(days: 7, nil))), ("rated:7:again", .term(.rated(days: 7, .again))),
        ("rated:1:3", .term(.rated(days: 1, .good))),
        ("（a or b）", .any([text("a"), text("b")])),
        ("x>5", text("x>5")),
    ]

    @Test(arguments: readings) func reads(_ query: String, as expression: SearchExpression?) {
        let read = SearchQuery(query)

        #expect(read.expression == expression)
        #expect(read.mistakes == [])
        #expect(SearchQuery(read.description).expression == expression)
    }

    /// The mistake is between ‹ and ›; after the arrow is the query that remains.
    static let mistakes: [(String, String)] = [
        ("a ‹is:dew› b", "a b"), ("‹type:noon›", ""), ("‹flag:8› a", "a"), ("‹added:0›", ""),
        ("‹rated:7:bad›", ""), ("a‹)› b", "a b"), ("‹(›a b", "a b"), ("‹\"›a b", "\"a b\""),
        ("‹()› a", "a"), ("a ‹or›", "a"), ("a ‹-› b", "a b"), ("‹tag:›", ""), ("‹front:› a", "a"),
        ("‹s>› a", "a"), ("‹prop:x>1›", ""), ("🍎 ‹is:x›", "🍎"), ("‹\"\"›", ""),
    ]

    @Test(arguments: mistakes) func explainsMistakesAndParsesTheRest(
        _ marked: String,
        rest: String
    ) throws {
        let query = marked.filter { $0 != "‹" && $0 != "›" }
        let start = marked.utf16.count(before: "‹")
        let end = marked.utf16.count(before: "›") - 1

        let read = SearchQuery(query)

        #expect(read.mistakes.map(\.range) == [start..<end])
        #expect(read.mistakes.allSatisfy { $0.message.description.hasSuffix(".") })
        #expect(read.expression == SearchQuery(rest).expression)
    }

    @Test func limitsLengthTermsAndDepth() {
        let long = SearchQuery(String(repeating: "a", count: 5_000))
        let many = SearchQuery(String(repeating: "a ", count: 500))
        let deep = SearchQuery(String(repeating: "(", count: 500) + "a")

        #expect(long.mistakes.map(\.range) == [SearchQuery.maximumLength..<5_000])
        #expect(many.expression?.terms.count == SearchQuery.maximumTerms)
        #expect(many.mistakes.count == 1)
        #expect(deep.expression == nil)
        #expect(!deep.mistakes.isEmpty)
    }

    @Test(arguments: [("a b", 1), ("a \"b\"", 0), ("a deck:b", 0), ("a or b c", 2), ("a -(-b)", 1)])
    func lastPlainWordIsUnfinished(_ query: String, _ index: Int) {
        #expect(SearchQuery(query).unfinishedTerm == index)
    }

    @Test(arguments: ["", "a -b", "-(a b)", "\"a\"", "tag:a"])
    func excludedAndQuotedWordsAreFinished(_ query: String) {
        #expect(SearchQuery(query).unfinishedTerm == nil)
    }
}

extension String.UTF16View {
    fileprivate func count(before mark: Character) -> Int {
        let text = String(self)
        return text.prefix { $0 != mark }.utf16.count
    }
}
