extension LanguageChoice {
    /// The pairs of a note with these languages and scripts, each language in the script chosen for it.
    ///
    /// The script choice has priority: a language that it shows in romaji is asked in romaji, whichever script the language
    /// choice names. A language without a chosen script is shown in the script that the language choice names.
    package func pairs(among tags: [LanguageTag], in scripts: ScriptChoice) -> [LanguagePair] {
        let shown = scripts.shown(of: tags, naming: languages)
        let renamed = renaming { named in
            guard scripts[named.language] != nil else { return named }
            return shown.first { $0.language == named.language } ?? named
        }
        return renamed.pairs(among: shown)
    }

    /// The languages that the choice names; empty for `all`.
    package var languages: Set<LanguageTag> {
        switch self {
        case .all: []
        case .oneToOne(let from, let to): [from, to]
        case .oneToAll(let language), .allToOne(let language): [language]
        case .symmetricSubset(let languages): languages
        }
    }

    private func renaming(_ change: (LanguageTag) -> LanguageTag) -> LanguageChoice {
        switch self {
        case .all: .all
        case .oneToOne(let from, let to): .oneToOne(from: change(from), to: change(to))
        case .oneToAll(let from): .oneToAll(from: change(from))
        case .allToOne(let to): .allToOne(to: change(to))
        case .symmetricSubset(let languages): .symmetricSubset(Set(languages.map(change)))
        }
    }
}

extension LanguageChoice.Flaw: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch self {
        case .sameLanguageTwice: "Choose two different languages."
        case .tooFewLanguages: "Choose at least two languages."
        }
    }
}
