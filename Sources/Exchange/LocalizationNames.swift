internal import Languages

/// Which language each localization of a catalog stands for.
///
/// A catalog may keep romaji under `ja-JP`; a learner then says that `ja-JP` stands for `ja-Latn`.
struct LocalizationNames {
    /// By the name in the file.
    private let given: [String: LanguageTag]

    /// Reads what was said; what is no language is left out.
    init(_ names: [String: String]) {
        given = names.compactMapValues { LanguageTag($0) }
    }

    /// The language of a localization; nil where its name is no well-formed tag.
    func language(of name: String) -> LanguageTag? { given[name] ?? LanguageTag(name) }

    /// The localizations of an entry that become fields, each language once: the first of two in one language.
    func fields(
        of entry: StringCatalog.Entry
    ) -> [(index: Int, language: LanguageTag)] {
        var known: Set<LanguageTag> = []
        var fields: [(Int, LanguageTag)] = []
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
