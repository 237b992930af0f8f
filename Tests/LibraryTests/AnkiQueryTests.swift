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

    @Test func patternsWithManyStarsAreQuick() {
        let pattern = AnkiPattern(String(repeating: "*a", count: 200) + "b")

        #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
    }
}
