/// Finds the readings of kanji with a dictionary outside this module, such as MeCab's.
package struct JapaneseReader: Sendable {
    /// Returns the words of a text in order, with their kana; nil if they cannot be determined.
    package let words: @Sendable (String) -> [Word]?

    package init(words: @escaping @Sendable (String) -> [Word]?) { self.words = words }

    package struct Word: Hashable, Sendable {
        /// The word as written in the text.
        package let surface: String
        /// The reading in hiragana or katakana.
        package let kana: String
        /// Whether it is a particle, whose pronunciation can differ from its kana: は is wa.
        package let isParticle: Bool

        package init(surface: String, kana: String, isParticle: Bool = false) {
            self.surface = surface
            self.kana = kana
            self.isParticle = isParticle
        }
    }
}
