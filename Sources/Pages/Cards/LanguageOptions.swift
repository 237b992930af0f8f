import Languages
import Library
import Notes

/// What a learner chooses among: each language of a deck once, whatever its scripts, and its scripts.
struct LanguageOptions: Sendable {
    /// The languages, as they stand in a language choice, by their English names.
    let languages: [LanguageTag]
    /// Of each language that can be shown in several scripts these, the usual one first.
    let scripts: [(language: LanguageTag, scripts: [LanguageTag])]

    /// - Parameters:
    ///   - tags: The languages of the deck's notes, in all their scripts.
    ///   - named: Those that the deck's choice names: each stands for itself.
    ///   - added: Those that the learner has asked for besides.
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

    /// The scripts of one language's tags, and Latin where a rule can make it.
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
        let usual = tags[0].plain.likelyScript
        return scripts.filter { $0.script == usual }
            + scripts.filter { $0.script != usual }.sorted()
    }
}

extension Sequence {
    /// In the order of what languages are called, each name looked up once.
    fileprivate func sortedByName(_ language: (Element) -> LanguageTag) -> [Element] {
        map { (name: language($0).name, tag: language($0), element: $0) }
            .sorted { ($0.name, $0.tag) < ($1.name, $1.tag) }.map(\.element)
    }
}

extension LanguageTag {
    /// The language alone.
    fileprivate var plain: LanguageTag { LanguageTag(language) ?? self }

    /// What a learner calls the language, and of a tag that says more than that also its script.
    var name: String {
        guard text == language, let name = languageName else { return localizedName.description }
        return name.localized.description
    }

    /// What it is called by those who write it, where that is another name.
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
        case .all: "every language asks for every other"
        case .oneToOne(let from, let to): "\(from.name) → \(to.name)"
        case .oneToAll(let from): "\(from.name) → all others"
        case .allToOne(let to): "all others → \(to.name)"
        case .symmetricSubset(let languages):
            Phrase(verbatim: languages.map(\.name).sorted().joined(separator: " ↔ "))
        }
    }
}
