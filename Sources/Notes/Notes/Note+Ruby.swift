package import Languages

extension Note {
    /// The text in a language with readings above the parts that need them; nil if no fitting reading is known.
    ///
    /// Written readings have priority: the pronunciation, then a field in kana or pinyin. Automatic readings come last, only
    /// if they are certain, and are marked as automatic.
    package func ruby(
        in language: LanguageTag,
        reading kanji: JapaneseReader? = nil
    ) -> (pieces: [RubyPiece], isGenerated: Bool)? {
        let text = text(of: .language(language))
        guard Ruby.canRead(text, in: language) else { return nil }
        for reading in writtenReadings(of: language) {
            if let pieces = Ruby.pieces(of: text, read: reading, in: language) {
                return (pieces, false)
            }
        }
        for reading in generatedReadings(of: text, in: language, reading: kanji) {
            if let pieces = Ruby.pieces(of: text, read: reading, in: language) {
                return (pieces, true)
            }
        }
        return nil
    }

    private func writtenReadings(of language: LanguageTag) -> [String] {
        let scripts = language.language == "ja" ? ["Hira", "Hrkt", "Kana"] : ["Latn"]
        let fields = values.filter { field, _ in
            guard case .language(let tag) = field, let script = tag.script else { return false }
            return tag.language == language.language && scripts.contains(script)
        }
        let pronunciation = values[.language(language)]?.pronunciation
        return [pronunciation].compactMap(\.self)
            + fields.sorted { $0.key < $1.key }.map(\.value.text).filter { !$0.trimmed.isEmpty }
    }

    private func generatedReadings(
        of text: String,
        in language: LanguageTag,
        reading kanji: JapaneseReader?
    ) -> [String] {
        if language.language == "ja" {
            let kana = kanji?.words(text)?.map(\.kana).joined()
            return kanaFromRomaji() + [kana].compactMap(\.self)
        }
        guard let latin = LanguageTag("\(language.language)-Latn"),
            let result = Transliterator(from: language, to: latin)?(text), result.isUnambiguous
        else { return [] }
        return [result.text]
    }

    /// Written romaji also gives the reading of kanji.
    private func kanaFromRomaji() -> [String] {
        guard let kana = LanguageTag("ja-Hira") else { return [] }
        let romaji = values.compactMap { field, value -> (LanguageTag, String)? in
            guard case .language(let tag) = field, tag.language == "ja", tag.script == "Latn" else {
                return nil
            }
            return (tag, value.text)
        }
        return romaji.sorted { $0.0 < $1.0 }.compactMap { tag, text in
            Transliterator(from: tag, to: kana)?(text).flatMap { $0.isUnambiguous ? $0.text : nil }
        }
    }
}
