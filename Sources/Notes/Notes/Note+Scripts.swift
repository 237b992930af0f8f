public import Languages

extension Note {
    /// The note with a text in each of these languages, as far as a rule makes it of another script and is sure.
    ///
    /// What is written is never touched. What is made says so (`FieldValue.Origin`) and is not to be stored: it comes
    /// anew whenever it is shown, from what is written then.
    public func transliterated(into languages: some Sequence<LanguageTag>) -> Note {
        var note = self
        for language in languages where text(of: .language(language)).trimmed.isEmpty {
            guard let made = transliteration(into: language) else { continue }
            note.values[.language(language)] = FieldValue(made, origin: .made)
        }
        return note
    }

    /// The note with what the scripts chosen for its languages lack.
    public func transliterated(for scripts: ScriptChoice) -> Note {
        guard !scripts.languages.isEmpty else { return self }
        let languages = languages
        return transliterated(
            into: Set(languages.map(\.language)).compactMap { language in
                scripts[language].flatMap { chosen in
                    scripts.shown(of: languages).contains { $0.language == language }
                        ? nil : chosen
                }
            }
        )
    }

    /// The texts of the note in other scripts of a language, and its romanisation, made where there is none.
    public func otherScripts(of language: LanguageTag) -> [Side.Writing] {
        let isSpelt = { (tag: LanguageTag) in
            tag.language == language.language && !tag.isEquivalent(to: language)
        }
        var note = self
        if let latin = LanguageTag("\(language.language)-Latn"), language.likelyScript != "Latn",
            !languages.contains(where: { isSpelt($0) && $0.likelyScript == "Latn" })
        {
            note = transliterated(into: [latin])
        }
        return note.languages.filter(isSpelt).map { tag in
            Side.Writing(
                text: MediaText(note.text(of: .language(tag))).words,
                language: tag,
                isMade: note.values[.language(tag)]?.origin == .made
            )
        }
    }

    private func transliteration(into target: LanguageTag) -> String? {
        for source in languages where source.language == target.language {
            let words = MediaText(text(of: .language(source))).words
            guard let made = Transliterator(from: source, to: target)?(words),
                made.isSure, !made.text.trimmed.isEmpty
            else { continue }
            return made.text
        }
        return nil
    }
}
