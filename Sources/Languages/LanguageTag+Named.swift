extension LanguageTag {
    /// The languages, and their scripts, that have a name of their own here, by their English names; of a language and the
    /// script that it is written in anyway, the language.
    package static let named: [LanguageTag] = (Array(languageNames.keys) + writtenNames.keys)
        .compactMap { LanguageTag($0) }
        .map { (name: $0.englishName ?? $0.text, tag: $0) }
        .sorted { ($0.name, $0.tag) < ($1.name, $1.tag) }
        .reduce(into: [(name: String, tag: LanguageTag)]()) { named, next in
            if named.last?.name != next.name { named.append(next) }
        }
        .map(\.tag)

    /// Reads what a person calls a language: its name in the interface, in English or its own, or a tag of two or three letters.
    ///
    /// Longer ones are well formed, but no language has one: they are misspelt names.
    package init?(name: String) {
        let wanted = name.lowercased()
        let known = Self.named.first { tag in
            let names = [
                tag.englishName, tag.ownName, tag.languageName?.english, tag.languageName?.own,
                tag.spokenName.description, tag.languageName?.spoken.description,
            ]
            return names.contains { $0?.lowercased() == wanted }
        }
        guard let tag = known ?? LanguageTag(name), tag.language.utf8.count <= 3 else { return nil }
        self = tag
    }
}
