internal import Languages

/// Which language each localization of a catalog stands for.
///
/// A catalog may keep romaji under `ja-JP`; a learner then says that `ja-JP` stands for `ja-Latn`.
struct LocalizationNames: Sendable {
    /// By the name in the file.
    private let given: [String: LanguageTag]
    /// The same for every name in the file, of which there are few and each stands there often.
    private let known: [String: LanguageTag?]

    /// Reads what was said; what is no language is left out.
    ///
    /// - Parameter catalog: What the names are looked up for; others can be as well.
    init(_ names: [String: String], in catalog: StringCatalog) {
        let given = names.compactMapValues { LanguageTag($0) }
        var known: [String: LanguageTag?] = [:]
        for entry in catalog.entries {
            for localization in entry.localizations where known[localization.name] == nil {
                known[localization.name] =
                    .some(given[localization.name] ?? LanguageTag(localization.name))
            }
        }
        self.given = given
        self.known = known
    }

    /// The language of a localization; nil where its name is no well-formed tag.
    func language(of name: String) -> LanguageTag? {
        known[name] ?? given[name] ?? LanguageTag(name)
    }

    /// Every name in the file, in a steady order, and the language that it stands for.
    var all: [(name: String, language: LanguageTag?)] {
        known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The localizations of an entry that become fields, each language once: the first of two in one language.
    func fields(
        of entry: StringCatalog.Entry
    ) -> [(index: Int, language: LanguageTag)] {
        var known: Set<LanguageTag> = []
        var fields: [(Int, LanguageTag)] = []
        known.reserveCapacity(entry.localizations.count)
        fields.reserveCapacity(entry.localizations.count)
        for (index, localization) in entry.localizations.enumerated() {
            guard let language = language(of: localization.name), known.insert(language).inserted
            else { continue }
            fields.append((index, language))
        }
        return fields
    }

    /// What a language is called in a file in which others have these names.
    func name(of language: LanguageTag, among names: [LanguageTag: String]) -> String {
        names[language] ?? given.first { $0.value == language }?.key ?? language.text
    }
}
