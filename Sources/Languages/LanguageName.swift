/// The name of a language or script in English and in the language itself.
package struct LanguageName: Hashable, Sendable {
    package let english: String
    /// In the language itself, such as `ਪੰਜਾਬੀ`.
    package let own: String

    init(_ english: String, _ own: String) {
        self.english = english
        self.own = own
    }

    package var localized: Phrase { Phrase(stringLiteral: english) }

    /// For the name of a script, with its own key because some scripts have the name of a language: Latin, Greek, Hebrew.
    package var localizedScript: Phrase { Phrase(stringLiteral: "\(english) (script)") }
}

extension LanguageTag {
    /// The name of the language without its script; nil if unknown.
    package var languageName: LanguageName? { languageNames[language] }

    /// The name of the script as learners of the language use it; nil if unknown.
    package var scriptName: LanguageName? {
        guard let script = likelyScript else { return nil }
        let name = scriptNames["\(language)-\(script == "Aran" ? "Arab" : script)"]
        return name ?? generalScriptNames[script].map { LanguageName($0, $0) }
    }

    /// The English name of the language, with its script if that is not the usual one; nil if unknown.
    package var englishName: String? { name(\.english) }

    /// The same in the language itself; nil if unknown.
    package var ownName: String? { name(\.own) }

    /// The name in the language itself if it differs from the localized name.
    package var foreignName: String? {
        ownName.flatMap { $0.lowercased() == localizedName.description.lowercased() ? nil : $0 }
    }

    /// The name in the language of the interface, with its script if that is not the usual one; the tag if unknown.
    package var localizedName: Phrase {
        if let name = nameWithScript { return name.localized }
        guard let name = languageName?.localized else { return Phrase(verbatim: text) }
        let remarks = differences.map { difference in
            switch difference {
            case .script(let script):
                scriptName?.localizedScript ?? Phrase(verbatim: script)
            case .other(let subtag): Phrase(verbatim: subtag)
            }
        }
        guard let first = remarks.first else { return name }
        return "\(name) (\(remarks.dropFirst().reduce(first) { "\($0), \($1)" }))"
    }

    private func name(_ language: KeyPath<LanguageName, String>) -> String? {
        if let name = nameWithScript { return name[keyPath: language] }
        guard let name = languageName?[keyPath: language] else { return nil }
        let remarks = remarks(language)
        return remarks.isEmpty ? name : "\(name) (\(remarks.joined(separator: ", ")))"
    }

    private var nameWithScript: LanguageName? {
        if let name = namesWithScript[text] { return name }
        let language = language
        return namesWithScript.first {
            $0.key.hasPrefix(language) && LanguageTag($0.key)?.isEquivalent(to: self) == true
        }?.value
    }

    private enum Difference {
        case script(String)
        case other(String)
    }

    /// The subtags that distinguish the tag from its language alone.
    private var differences: [Difference] {
        let subtags = subtags
        let isUsual = likelyScript == LikelyScripts.byLanguage[language[...]].map(String.init)
        let script = isUsual ? nil : likelyScript ?? subtags.script
        return [script.map(Difference.script), subtags.region.map(Difference.other)]
            .compactMap(\.self) + subtags.variants.map(Difference.other)
    }

    private func remarks(_ language: KeyPath<LanguageName, String>) -> [String] {
        differences.compactMap { difference in
            switch difference {
            case .script: scriptName?[keyPath: language] ?? subtags.script
            case .other(let subtag): subtag
            }
        }
    }
}
