import Foundation
import Languages
import Testing

@testable import Lookup

/// Uses `dict-freedict-eng-fra` and a few other Debian packages, which the setup of the tests installs.
@Suite struct FreeDictTests {
    @Test(arguments: [
        ("en", "fr", "house", "maison"),
        ("en-GB", "fr-CA", " Apple ", "pomme"),
        ("en", "fi", "dog", "koira"),
        // What most meanings share, not the first one, and no name in capitals.
        ("en", "fi", "house", "talo"),
        ("en", "fi", "school", "koulu"),
        ("en", "fi", "water", "vesi"),
        ("en", "ja", "happy", "幸せ"),
        ("en", "ja", "dog", "犬"),
        ("fi", "en", "koira", "dog"),
    ])
    func translatesAWord(from: String, to: String, word: String, translation: String) throws {
        let dictionary = try #require(FreeDict(from: LanguageTag(from)!, to: LanguageTag(to)!))

        #expect(dictionary.translation(of: word) == translation)
    }

    @Test(arguments: ["", "00databaseinfo ", "no such word here", "\t", "\n"])
    func findsNothingForUnknownWords(word: String) throws {
        let dictionary = try #require(FreeDict(from: LanguageTag("en")!, to: LanguageTag("fr")!))

        #expect(dictionary.translation(of: word) == nil)
    }

    @Test func isMissingForAPairThatIsNotInstalled() {
        #expect(FreeDict(from: LanguageTag("pa")!, to: LanguageTag("ko")!) == nil)
        #expect(
            FreeDict(from: LanguageTag("en")!, to: LanguageTag("fr")!, folder: "/nowhere") == nil
        )
    }
}
