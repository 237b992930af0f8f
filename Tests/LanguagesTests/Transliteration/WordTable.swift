import Foundation
import Languages
import Testing

/// Words with their transliterations: `word transliteration`, several on a line.
struct WordTable {
    let pairs: [(given: String, expected: String)]

    init(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        pairs = stride(from: 0, to: words.count - 1, by: 2).map {
            (words[$0].replacing("_", with: " "), words[$0 + 1].replacing("_", with: " "))
        }
    }

    /// Records an issue for each word with another transliteration.
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
            // The same in decomposed form, as some keyboards write it.
            let apart = transliterator(given.decomposedStringWithCanonicalMapping)?.text
            #expect(apart == expected, "\(given), decomposed", sourceLocation: sourceLocation)
        }
    }
}
