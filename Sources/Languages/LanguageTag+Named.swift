extension LanguageTag {
    /// The languages and scripts of languages that have a name here, sorted by English name; a language is not repeated with
    /// its usual script.
    package static let named: [LanguageTag] = (Array(languageNames.keys) + namesWithScript.keys)
        .compactMap { LanguageTag($0) }
        .map { (name: $0.englishName ?? $0.text, tag: $0) }
        .sorted { ($0.name, $0.tag) < ($1.name, $1.tag) }
        .reduce(into: [(name: String, tag: LanguageTag)]()) { named, next in
            if named.last?.name != next.name { named.append(next) }
        }
        .map(\.tag)

    /// Finds a language by its name in the interface's language, in English or in itself, or by a tag.
    ///
    /// A tag's language must have two or three letters: longer ones are well-formed but unassigned, and probably misspelt names.
    package init?(name: String) {
        let wanted = name.lowercased()
        let known = Self.named.first { tag in
            let names = [
                tag.englishName, tag.ownName, tag.languageName?.english, tag.languageName?.own,
                tag.localizedName.description, tag.languageName?.localized.description,
            ]
            return names.contains { $0?.lowercased() == wanted }
        }
        guard let tag = known ?? LanguageTag(name), tag.language.utf8.count <= 3 else { return nil }
        self = tag
    }
}
