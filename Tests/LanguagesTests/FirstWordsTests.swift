import Foundation
import Languages
import Testing

/// Checks the starter vocabulary against the rules of `Decks/README.md`.
struct FirstWordsTests {
    private let tags = [
        "de", "en", "es", "fi", "fr", "ja", "ja-Latn", "ko", "nb", "pa-Arab", "pa-Guru", "pa-Latn",
        "uk", "uk-Latn", "zh-Hans", "zh-Latn",
    ].compactMap { LanguageTag($0) }

    @Test func hasThreeHundredWordsInEveryLanguage() throws {
        for tag in tags {
            let count = try words().entries.count { $0.unit(in: tag) != nil }
            #expect(count >= 300, "\(tag)")
        }
        for entry in try words().entries {
            #expect(Set(entry.localizations.compactMap(\.language)).isSubset(of: tags))
            #expect(entry.localizations.count >= tags.count - 1, "\(entry.key)")
        }
    }

    @Test func everyWordHasAType() throws {
        let types: Set = [
            "noun", "verb", "adjective", "adverb", "preposition", "conjunction", "pronoun",
            "interjection", "determiner", "phrase",
        ]
        for entry in try words().entries {
            #expect(entry.comment.map(types.contains) == true, "\(entry.key)")
            #expect(entry.key.hasPrefix("to ") == (entry.comment == "verb"), "\(entry.key)")
        }
    }

    @Test func noTwoWordsAreTheSameInAnyLanguage() throws {
        for tag in tags {
            // German nouns are capitalized, which distinguishes der Morgen from morgen.
            let texts = try texts(in: tag).map { tag.text == "de" ? $0 : $0.lowercased() }
            let twice = Dictionary(grouping: texts, by: \.self).filter { $1.count > 1 }.keys
            #expect(twice.isEmpty, "\(tag): \(twice)")
        }
    }

    @Test func wordsAreWrittenInTheScriptOfTheirLanguage() throws {
        let ranges: [String: [ClosedRange<UInt32>]] = [
            "ja": [0x3041...0x30FF, 0x4E00...0x9FFF], "ko": [0xAC00...0xD7A3],
            "pa-Arab": [0x0620...0x06FF], "pa-Guru": [0x0A00...0x0A7F],
            "uk": [0x0400...0x0491, 0x2019...0x2019], "zh-Hans": [0x4E00...0x9FFF],
        ]
        for tag in tags {
            for text in try texts(in: tag) {
                #expect(text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8))
                #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == text)
                let letters = text.unicodeScalars.filter { $0 != " " }
                if let ranges = ranges[tag.text] {
                    let fits = letters.allSatisfy { letter in
                        ranges.contains { $0.contains(letter.value) }
                    }
                    #expect(fits, "\(tag): \(text)")
                } else {
                    let fits = letters.allSatisfy {
                        $0.value < 0x1EFF || [0x2019, 0x35F].contains($0.value)
                    }
                    #expect(fits, "\(tag): \(text)")
                }
            }
        }
    }

    /// Each transliteration is one of the rule's, if the rule has any.
    @Test(arguments: [("ja", "ja-Latn"), ("pa-Guru", "pa-Latn"), ("uk", "uk-Latn")])
    func romanisationIsThatOfTheRule(source: String, target: String) throws {
        let transliterator = try Transliterator.between(source, target)
        let (source, target) = (
            try #require(LanguageTag(source)), try #require(LanguageTag(target))
        )
        // Loan words and others with fewer spoken than written syllables.
        let exceptions: Set = [
            "ਦੋਸਤ", "ਬਰਫ਼", "ਪਾਰਕ", "ਫ਼ਰਸ਼", "ਸਕਰਟ", "ਦੁਪਹਿਰ ਦਾ ਖਾਣਾ", "ਬਿਸਤਰਾ",
        ]
        for entry in try words().entries {
            guard let given = entry.unit(in: source)?.value, !exceptions.contains(given),
                let latin = entry.unit(in: target)?.value, let result = transliterator(given)
            else { continue }
            // A written word may be divided by a space, unlike the rule's.
            let readings = result.ambiguities.count == 1 ? result.ambiguities[0].readings : []
            let isRight = ([result.text] + readings).contains {
                $0.replacing(" ", with: "") == latin.replacing(" ", with: "")
            }
            #expect(isRight, "\(given) \(latin), not \(result.text)")
        }
    }

    @Test func pinyinIsThatOfTheRuleIfUnambiguous() throws {
        let transliterator = try Transliterator.between("zh-Hans", "zh-Latn")
        let (source, target) = (
            try #require(LanguageTag("zh-Hans")), try #require(LanguageTag("zh-Latn"))
        )
        var sure = 0
        for entry in try words().entries {
            guard let given = entry.unit(in: source)?.value,
                let latin = entry.unit(in: target)?.value, let result = transliterator(given)
            else { continue }
            guard result.isUnambiguous else { continue }
            sure += 1
            // The rule does not know all words whose last syllable has no tone.
            #expect(flat(result.text) == flat(latin), "\(given) \(latin), not \(result.text)")
        }
        #expect(sure > 300)
    }

    private func flat(_ latin: String) -> String {
        latin.folding(options: .diacriticInsensitive, locale: nil).filter(\.isLetter)
    }

    private func texts(in tag: LanguageTag) throws -> [String] {
        try words().entries.compactMap { $0.unit(in: tag)?.value }
    }

    private func words() throws -> StringCatalog { try Self.words.get() }

    private static let words = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Decks/First words.xcstrings")
        return try StringCatalog([UInt8](try Data(contentsOf: file)))
    }
}
