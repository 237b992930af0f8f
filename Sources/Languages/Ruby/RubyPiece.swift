/// Part of a text, with its ruby annotation.
package struct RubyPiece: Hashable, Sendable {
    package var text: String
    /// The reading shown above the text, if any.
    package var reading: String?

    package init(_ text: String, _ reading: String? = nil) {
        self.text = text
        self.reading = reading
    }
}

/// Readings above text: kana above kanji, pinyin above Chinese characters.
package enum Ruby {
    /// In bytes: longer texts are shown without readings, because dividing a reading takes time in the square of it.
    private static let longest = 3_000

    /// Divides a reading among the parts of a text that need one; nil if it does not fit the text.
    ///
    /// - Parameters:
    ///   - text: In the language's own script.
    ///   - reading: The reading of the whole text: kana for Japanese, pinyin for Chinese.
    package static func pieces(
        of text: String,
        read reading: String,
        in language: LanguageTag
    ) -> [RubyPiece]? {
        guard max(text.utf8.count, reading.utf8.count) <= longest else { return nil }
        return switch language.language {
        case "ja": Furigana.pieces(of: text, read: reading)
        case "zh", "cmn": PinyinRuby.pieces(of: text, read: reading)
        default: nil
        }
    }

    /// Whether any part of the text can have a reading.
    package static func canRead(_ text: String, in language: LanguageTag) -> Bool {
        guard ["ja", "zh", "cmn"].contains(language.language), text.utf8.count <= longest else {
            return false
        }
        return text.contains(where: \.isHan)
    }
}
