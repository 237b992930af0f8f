/// Part of a text, with how it is read where that stands over it.
package struct RubyPiece: Hashable, Sendable {
    /// The part.
    package var text: String
    /// What stands over it; nil where nothing does.
    package var reading: String?

    /// A part of a text; unless told otherwise nothing stands over it.
    package init(_ text: String, _ reading: String? = nil) {
        self.text = text
        self.reading = reading
    }
}

/// Lays readings over texts: kana over kanji, pinyin over Chinese characters.
package enum Ruby {
    /// The parts of a text with its reading over those that need one; nil where the two do not fit together.
    ///
    /// - Parameters:
    ///   - text: In the language's own script.
    ///   - reading: How all of it is read: kana for Japanese, pinyin for Chinese.
    ///   - language: The language of the text.
    package static func pieces(
        of text: String,
        read reading: String,
        in language: LanguageTag
    ) -> [RubyPiece]? {
        switch language.language {
        case "ja": Furigana.pieces(of: text, read: reading)
        case "zh", "cmn": PinyinRuby.pieces(of: text, read: reading)
        default: nil
        }
    }

    /// Whether something of the text can have a reading over it.
    package static func canRead(_ text: String, in language: LanguageTag) -> Bool {
        guard ["ja", "zh", "cmn"].contains(language.language) else { return false }
        return text.contains(where: isHan)
    }

    static func isHan(_ character: Character) -> Bool {
        character == "々" || character.unicodeScalars.first?.properties.isIdeographic == true
    }
}
