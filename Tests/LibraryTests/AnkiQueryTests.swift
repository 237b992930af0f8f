@testable import Library
import LibraryValues
import Notes
import Testing

/// Searches in Anki's language.
struct AnkiQueryTests {
    @Test(arguments: [
        "a b", "(a or b) c", "-a", "-(a b)", "\"a b\"", "deck:x", "\"deck:a b\"", "a:b", "a*_",
        "is:due", "prop:ivl>=3", "rated:2:1", "nid:1,2,3", "\\(", "a OR b", "tag:none", "card:1",
    ])
    func searchesAreParsed(_ text: String) throws {
        _ = try AnkiQuery(text)
    }

    @Test(arguments: [
        "(", ")", "a or", "or a", "and", "\"a", "-", "()", "is:odd", "flag:9", "prop:x=1",
        "nid:x", "rated:x", "rated:1:9", "re:a", "added:x",
    ])
    func nonsenseIsRefused(_ text: String) {
        #expect(throws: AnkiQueryError.self) { try AnkiQuery(text) }
    }

    @Test func deepNestingIsRefused() {
        let text =
            String(repeating: "(", count: 10_000) + "a" + String(repeating: ")", count: 10_000)

        #expect(throws: AnkiQueryError.self) { try AnkiQuery(text) }
    }

    @Test(arguments: [
        ("cat", "CAT", true), ("c_t", "cut", true), ("c*", "c", true), ("c\\*", "c*", true),
        ("c\\*", "cat", false), ("*a*a*", "banana", true), ("É", "é", false), ("", "", true),
        ("_*", "", false), ("_*", "x", true),
    ])
    func patternsMatchAsInAnki(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(AnkiPattern(pattern).matches(text) == matches)
    }

    @Test(arguments: [
        ("cat", "a cat.", true), ("cat", "concat", false), ("CAT", "cat", true),
        ("c_t", "a cut", true), ("c*t", "c a t", true), ("ca*", "a cat", true),
        ("", "", false), ("", "a", true), ("élan", "ÉLAN vital", true), ("日本", "日本語", false),
    ])
    func wordsMatchBetweenTheirEdges(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect(AnkiPattern(pattern).matchesWords(in: text) == matches)
    }

    @Test func patternsInLongTextsMatchWhereTheyOccur() {
        let text = String(repeating: "ab", count: 500) + "aXb" + String(repeating: "b_a", count: 50)

        for (pattern, matches) in [
            ("babaxbb", true), ("babaxba", false), ("a_bb", true), ("a_ba", false),
            (String(repeating: "a_", count: 501) + "bb", true),
            (String(repeating: "a_", count: 502) + "bb", false),
            (String(repeating: "_", count: 1_153), true),
            (String(repeating: "_", count: 1_154), false), ("x*\\__x", false), ("x*\\_a", true),
        ] {
            #expect(AnkiPattern(pattern).anywhere.matches(text) == matches, "\(pattern)")
        }
    }

    /// Comparing at each place would take many minutes.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a", 200_000, false), ("*a", 200_000, false), ("*a_", 50_000, false),
            ("a ", 50_000, true),
        ]
    )
    func repetitiveTextsAreQuick(_ part: String, count: Int, isOfWords: Bool) {
        let pattern = AnkiPattern(String(repeating: part, count: count) + "b")
        if isOfWords {
            #expect(!pattern.matchesWords(in: String(repeating: "a ", count: 200_000)))
        } else {
            #expect(!pattern.anywhere.matches(String(repeating: "a", count: 400_000)))
        }
    }
}
