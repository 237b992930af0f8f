/// Reads kanji aloud: what a dictionary of the machine may bring along, MeCab with its own for one.
package struct JapaneseReader: Sendable {
    /// The words of a text in order, with their kana; nil where the reader cannot tell.
    package var words: @Sendable (String) -> [Word]?

    /// A reader that works by the given function.
    package init(words: @escaping @Sendable (String) -> [Word]?) { self.words = words }

    /// A word with its reading.
    package struct Word: Hashable, Sendable {
        /// As it stands in the text.
        package var surface: String
        /// In hiragana or katakana.
        package var kana: String
        /// Whether it is a particle, which is said in a way of its own: は as wa.
        package var isParticle: Bool

        /// A word as a reader finds it.
        package init(surface: String, kana: String, isParticle: Bool = false) {
            self.surface = surface
            self.kana = kana
            self.isParticle = isParticle
        }
    }
}
