/// The pairs of question and answer languages that a deck uses.
///
/// In which script a language is shown is a separate choice (`ScriptChoice`), which is applied first.
package enum LanguageChoice: Hashable, Sendable {
    case all
    case oneToOne(from: LanguageTag, to: LanguageTag)
    case oneToAll(from: LanguageTag)
    case allToOne(to: LanguageTag)
    /// All pairs within a set of languages.
    case symmetricSubset(Set<LanguageTag>)
}

extension LanguageChoice {
    package enum Flaw: Hashable, Sendable {
        /// Question and answer have the same language.
        case sameLanguageTwice
        /// A set contains fewer than two languages.
        case tooFewLanguages
    }

    package var flaw: Flaw? {
        switch self {
        case .all, .oneToAll, .allToOne:
            nil
        case .oneToOne(let from, let to):
            from.isEquivalent(to: to) ? .sameLanguageTwice : nil
        case .symmetricSubset(let languages):
            Self.areAllTheSame(languages) ? .tooFewLanguages : nil
        }
    }

    /// The pairs of a note with these languages, in their order; empty for an invalid choice.
    ///
    /// Each language should occur once, in the script to show. A choice without a script (`ja`) matches any (`ja-Latn`).
    package func pairs(among tags: [LanguageTag]) -> [LanguagePair] {
        switch self {
        case .all:
            Self.pairs(from: tags, to: tags)
        case .oneToOne(let from, let to):
            Self.pairs(from: Self.matches([from], tags), to: Self.matches([to], tags))
        case .oneToAll(let from):
            Self.pairs(from: Self.matches([from], tags), to: tags)
        case .allToOne(let to):
            Self.pairs(from: tags, to: Self.matches([to], tags))
        case .symmetricSubset(let languages):
            Self.pairs(from: Self.matches(languages, tags), to: Self.matches(languages, tags))
        }
    }

    private static func areAllTheSame(_ languages: Set<LanguageTag>) -> Bool {
        guard let first = languages.first else { return true }
        return languages.allSatisfy(first.isEquivalent(to:))
    }

    private static func matches(_ languages: Set<LanguageTag>, _ tags: [LanguageTag])
        -> [LanguageTag]
    {
        let matches = Set(languages.compactMap { $0.match(among: tags) })
        return tags.filter(matches.contains)
    }

    private static func pairs(from: [LanguageTag], to: [LanguageTag]) -> [LanguagePair] {
        from.flatMap { from in
            to.filter { !$0.isEquivalent(to: from) }.map { LanguagePair(from: from, to: $0) }
        }
    }
}
