/// Which languages of its notes a deck asks and answers.
///
/// A choice names languages; which of its scripts stands for a language is another choice, made before this one.
package enum LanguageChoice: Hashable, Sendable {
    /// Every language asks for every other.
    case all
    /// One language asks for one other.
    case oneToOne(from: LanguageTag, to: LanguageTag)
    /// One language asks for all others.
    case oneToAll(from: LanguageTag)
    /// All others ask for one language.
    case allToOne(to: LanguageTag)
    /// Every language of a chosen set asks for every other of the set.
    case symmetricSubset(Set<LanguageTag>)
}

extension LanguageChoice {
    /// What is wrong with a choice; a picker says it in words.
    package enum Flaw: Hashable, Sendable {
        /// It asks a language for itself.
        case sameLanguageTwice
        /// A subset needs two languages at least.
        case tooFewLanguages
    }

    /// What is wrong with the choice; nil if it is valid.
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

    /// Whether cards can come of the choice at all.
    package var isValid: Bool { flaw == nil }

    /// The pairs that the choice yields for a note that has these languages, in their order.
    ///
    /// Each language should be given once, in the script it is shown in. A choice of a plain language (`ja`) takes the
    /// script that is there (`ja-Latn`). A flawed choice yields nothing.
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
