public import Languages

extension Note {
    /// The languages that the note has a text in, in the order of their tags.
    public var languages: [LanguageTag] {
        values.compactMap { field, value in
            guard case .language(let tag) = field, !value.text.trimmed.isEmpty else { return nil }
            return tag
        }.sorted()
    }

    /// How the text in a language is said: what was written to it, else the note's own romanisation.
    func pronunciation(of language: LanguageTag) -> String? {
        if let written = values[.language(language)]?.pronunciation { return written }
        guard language.likelyScript != "Latn" else { return nil }
        let romanisation = languages.first {
            $0.language == language.language && $0.script == "Latn"
        }
        return romanisation.map { text(of: .language($0)) }
    }
}
