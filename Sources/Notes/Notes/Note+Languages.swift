public import Languages

extension Note {
    /// The languages that the note has a text in, in the order of their tags.
    public var languages: [LanguageTag] { values.languages }

    /// Whether the note has a text in a language.
    func hasText(in language: LanguageTag) -> Bool {
        !text(of: .language(language)).trimmed.isEmpty
    }

    /// How the text in a language is said: what was written to it, else the note's own romanisation.
    func pronunciation(of language: LanguageTag) -> String? {
        if let written = values[.language(language)]?.pronunciation { return written }
        guard language.likelyScript != "Latn" else { return nil }
        let own = language.language
        let romanisation = values.keys.lazy.compactMap { field -> LanguageTag? in
            guard case .language(let tag) = field, tag.text.hasPrefix(own), tag.language == own,
                tag.script == "Latn", self.hasText(in: tag)
            else { return nil }
            return tag
        }.min()
        return romanisation.map { text(of: .language($0)) }
    }
}

extension [FieldID: FieldValue] {
    /// The languages that they have a text in, in the order of their tags.
    package var languages: [LanguageTag] {
        compactMap { field, value in
            guard case .language(let tag) = field, !value.text.trimmed.isEmpty else { return nil }
            return tag
        }.sorted()
    }
}
