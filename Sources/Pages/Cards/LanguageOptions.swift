import Languages

/// The languages of a deck, each once whatever its scripts, and the scripts of each.
struct LanguageOptions: Sendable {
    /// Sorted by name; a tag is as the language choice stores it.
    let languages: [LanguageTag]
    /// The languages that can be shown in several scripts, with these, the likely script first.
    let scripts: [(language: LanguageTag, scripts: [LanguageTag])]

    /// - Parameters:
    ///   - tags: The languages of the deck's notes, in all their scripts.
    ///   - named: The tags of the deck's choice, all of which are offered unchanged.
    ///   - added: Further languages that the learner added.
    init(_ tags: [LanguageTag], naming named: Set<LanguageTag>, adding added: [LanguageTag] = []) {
        var languages = named
        for tag in tags + added
        where !languages.contains(where: { $0.language == tag.language }) {
            languages.insert(tag.plain)
        }
        self.languages = languages.sortedByName(\.self)
        let groups = Dictionary(grouping: tags, by: \.language)
        scripts = groups.values.compactMap { writings in
            let scripts = Self.scripts(of: writings)
            return scripts.count > 1 ? (writings[0].plain, scripts) : nil
        }.sortedByName(\.language)
    }

    /// The scripts of one language's tags, and Latin where it can be transliterated.
    private static func scripts(of tags: [LanguageTag]) -> [LanguageTag] {
        var known = ScriptChoice()
        var scripts: [LanguageTag] = []
        func add(_ tag: LanguageTag) {
            known.choose(tag)
            guard let script = known[tag.language], !scripts.contains(script) else { return }
            scripts.append(script)
        }
        tags.forEach { add($0) }
        if let latin = LanguageTag("\(tags[0].language)-Latn"),
            tags.contains(where: { Transliterator(from: $0, to: latin) != nil })
        {
            add(latin)
        }
        let likely = tags[0].plain.likelyScript
        return scripts.filter { $0.script == likely }
            + scripts.filter { $0.script != likely }.sorted()
    }
}

extension Sequence {
    /// Sorts by the names of languages, looking each name up once.
    func sortedByName(_ language: (Element) -> LanguageTag) -> [Element] {
        map { (name: language($0).name, tag: language($0), element: $0) }
            .sorted { ($0.name, $0.tag) < ($1.name, $1.tag) }.map(\.element)
    }
}

extension LanguageTag {
    /// The tag with nothing but the language.
    fileprivate var plain: LanguageTag { LanguageTag(language) ?? self }

    /// The language's name in the interface language, with its script if the tag has one.
    var name: String {
        guard text == language, let name = languageName else { return localizedName.description }
        return name.localized.description
    }

    /// The language's name in itself; nil where it equals `name`.
    var nativeName: String? {
        (text == language ? languageName?.own : ownName).flatMap {
            $0.lowercased() == name.lowercased() ? nil : $0
        }
    }
}

extension LanguageChoice {
    /// The choice in words: `English → Finnish`.
    var words: Phrase {
        switch self {
        case .all: "every pair of languages"
        case .oneToOne(let from, let to): "\(from.name) → \(to.name)"
        case .oneToAll(let from): "\(from.name) → all others"
        case .allToOne(let to): "all others → \(to.name)"
        case .symmetricSubset(let languages):
            Phrase(verbatim: languages.map(\.name).sorted().joined(separator: " ↔ "))
        }
    }
}
