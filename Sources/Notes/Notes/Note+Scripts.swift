package import Languages

extension Note {
    /// The note with texts in these languages added, if they can be transliterated from another script with certainty.
    ///
    /// Written texts are never changed. Transliterations are marked (`FieldValue.Origin`) and must not be stored: they are
    /// derived from the written texts each time they are shown.
    package func transliterated(
        into languages: some Sequence<LanguageTag>,
        reading kanji: JapaneseReader? = nil
    ) -> Note {
        var note = self
        for language in languages where text(of: .language(language)).trimmed.isEmpty {
            guard let text = transliteration(into: language, reading: kanji) else { continue }
            note.values[.language(language)] = FieldValue(text, origin: .generated)
        }
        return note
    }

    /// The note with transliterations into the chosen scripts of its languages.
    package func transliterated(
        for scripts: ScriptChoice,
        reading kanji: JapaneseReader? = nil
    ) -> Note {
        guard !scripts.languages.isEmpty else { return self }
        let languages = languages
        return transliterated(
            into: Set(languages.map(\.language)).compactMap { language in
                scripts[language].flatMap { chosen in
                    scripts.shown(of: languages).contains { $0.language == language }
                        ? nil : chosen
                }
            },
            reading: kanji
        )
    }

    /// The note's texts in other scripts of a language and its romanization, transliterated if necessary.
    package func otherScripts(
        of language: LanguageTag,
        reading kanji: JapaneseReader? = nil
    ) -> [CardSide.Writing] {
        let isOtherScript = { (tag: LanguageTag) in
            tag.language == language.language && !tag.isEquivalent(to: language)
        }
        var note = self
        if let latin = LanguageTag("\(language.language)-Latn"), language.likelyScript != "Latn",
            !languages.contains(where: { isOtherScript($0) && $0.likelyScript == "Latn" })
        {
            note = transliterated(into: [latin], reading: kanji)
        }
        return note.languages.filter(isOtherScript).map { tag in
            CardSide.Writing(
                text: MediaText(note.text(of: .language(tag))).words,
                language: tag,
                isGenerated: note.values[.language(tag)]?.origin == .generated
            )
        }
    }

    private func transliteration(
        into target: LanguageTag,
        reading kanji: JapaneseReader?
    ) -> String? {
        for source in languages where source.language == target.language {
            let words = MediaText(text(of: .language(source))).words
            let transliterator = Transliterator(from: source, to: target, reading: kanji)
            guard let result = transliterator?(words),
                result.isUnambiguous, !result.text.trimmed.isEmpty
            else { continue }
            return result.text
        }
        return nil
    }
}
