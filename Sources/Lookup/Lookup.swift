package import Languages
package import Notes

/// The sources of definitions and translations, all of them optional.
package struct Lookup: Sendable {
    /// Defines an English word.
    package var define: @Sendable (_ word: String, _ type: WordType?) -> WordDraft?
    /// Translates a word; nil if the word or the pair of languages is unknown.
    package var translate:
        @Sendable (_ word: String, _ source: LanguageTag, _ target: LanguageTag) -> String?
    /// Whether there is a dictionary for a pair of languages.
    package var hasPair: @Sendable (_ source: LanguageTag, _ target: LanguageTag) -> Bool
    /// Wikipedia's articles about places; nil if turned off.
    package var wikipedia: Wikipedia?
    /// The one language model outside of the internet that learners of a server of several may use.
    package var localModel: String?

    package static let none = Lookup(
        define: { _, _ in nil },
        translate: { _, _, _ in nil },
        hasPair: { _, _ in false }
    )

    /// The dictionaries installed on this machine, and Wikipedia.
    package static func installed(
        wikipedia: Wikipedia? = nil,
        localModel: String? = nil
    ) -> Lookup {
        let wordNet = WordNet()
        var lookup = Lookup(
            define: { word, type in wordNet?.definition(of: word, as: type) },
            translate: { FreeDict(from: $1, to: $2)?.translation(of: $0) },
            hasPair: { FreeDict(from: $0, to: $1) != nil },
            wikipedia: wikipedia
        )
        lookup.localModel = localModel
        return lookup
    }
}
