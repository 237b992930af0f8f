internal import Languages

/// Maps the localizations of a catalog to languages: a learner may say that `ja-JP` holds romaji, which is `ja-Latn`.
struct LocalizationNames: Sendable {
    /// By the name in the file.
    private let given: [String: LanguageTag]
    /// For every name in the file: they are few, and each occurs often.
    private let known: [String: LanguageTag?]
    /// Whether several names in the file stand for one language.
    let hasRepetitions: Bool

    /// - Parameter names: Language tags by name; those that are invalid are ignored.
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
        let languages = known.values.compactMap(\.self)
        hasRepetitions = Set(languages).count < languages.count
    }

    /// Nil where the name is not a well-formed tag.
    func language(of name: String) -> LanguageTag? {
        known[name] ?? given[name] ?? LanguageTag(name)
    }

    /// All names in the file, sorted, with their languages.
    var all: [(name: String, language: LanguageTag?)] {
        known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The localizations of an entry that become fields: the first for each language.
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

    /// The localizations of an entry that become no field because an earlier one has their language, by name.
    func repeated(in entry: StringCatalog.Entry) -> [(name: String, earlier: String)] {
        guard hasRepetitions else { return [] }
        var names: [LanguageTag: String] = [:]
        return entry.localizations.compactMap { localization in
            guard let language = language(of: localization.name),
                let earlier = names.updateValue(localization.name, forKey: language)
            else { return nil }
            names[language] = earlier
            return (localization.name, earlier)
        }
    }

    /// The name for a language, given the names that languages have in the file.
    func name(of language: LanguageTag, among names: [LanguageTag: String]) -> String {
        names[language] ?? given.first { $0.value == language }?.key ?? language.text
    }
}
