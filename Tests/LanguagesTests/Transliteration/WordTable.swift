import Foundation
import Languages
import Testing

/// Real words with what a rule must make of them: `word transliteration`, a line for several.
struct WordTable {
    let pairs: [(given: String, expected: String)]

    init(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        pairs = stride(from: 0, to: words.count - 1, by: 2).map {
            (words[$0].replacing("_", with: " "), words[$0 + 1].replacing("_", with: " "))
        }
    }

    /// Goes through the table, and says which words come out otherwise.
    func check(
        _ source: String,
        to target: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(pairs.count >= 40, sourceLocation: sourceLocation)
        let transliterator = try Transliterator.between(source, target)
        for (given, expected) in pairs {
            let text = transliterator(given)?.text
            #expect(text == expected, "\(given)", sourceLocation: sourceLocation)
            // The same in letters that Unicode has taken apart, as some keyboards write them.
            let apart = transliterator(given.decomposedStringWithCanonicalMapping)?.text
            #expect(apart == expected, "\(given), decomposed", sourceLocation: sourceLocation)
        }
    }
}
