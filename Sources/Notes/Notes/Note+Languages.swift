package import Languages

extension Note {
    /// The languages in which the note has a text, sorted by tag.
    package var languages: [LanguageTag] { values.languages }

    func hasText(in language: LanguageTag) -> Bool {
        !text(of: .language(language)).trimmed.isEmpty
    }

    /// The pronunciation of the text in a language: the field's own, or else the note's romanization.
    func pronunciation(of language: LanguageTag) -> String? {
        if let written = values[.language(language)]?.pronunciation { return written }
        guard language.likelyScript != "Latn" else { return nil }
        let own = language.language
        let romanization = values.keys.lazy.compactMap { field -> LanguageTag? in
            guard case .language(let tag) = field, tag.text.hasPrefix(own), tag.language == own,
                tag.script == "Latn", self.hasText(in: tag)
            else { return nil }
            return tag
        }.min()
        return romanization.map { text(of: .language($0)) }
    }
}

extension [FieldID: FieldValue] {
    /// The languages that have a text, sorted by tag.
    package var languages: [LanguageTag] {
        compactMap { field, value in
            guard case .language(let tag) = field, !value.text.trimmed.isEmpty else { return nil }
            return tag
        }.sorted()
    }
}
