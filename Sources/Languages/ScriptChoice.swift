/// The script in which each language is shown; applied before the language choice.
///
/// A language without a chosen script is shown in its usual one.
package struct ScriptChoice: Hashable, Sendable {
    /// By language; `Aran` is stored as `Arab`.
    private var scripts: [String: String]

    package init() { scripts = [:] }
}

extension ScriptChoice {
    /// The language in the script chosen for it; nil if none is.
    package subscript(language: String) -> LanguageTag? {
        scripts[language].flatMap { LanguageTag("\(language)-\($0)") }
    }

    /// Chooses the tag's script for its language; has no effect if the script is unknown.
    package mutating func choose(_ tag: LanguageTag) {
        guard let script = tag.likelyScript else { return }
        scripts[tag.language] = Self.canonical(script)
    }

    package mutating func forget(_ language: String) { scripts[language] = nil }

    /// This choice, with the other's scripts for languages that it does not contain.
    package func inheriting(_ other: ScriptChoice) -> ScriptChoice {
        var choice = self
        choice.scripts.merge(other.scripts) { own, _ in own }
        return choice
    }

    /// The languages with a chosen script, sorted.
    package var languages: [String] { scripts.keys.sorted() }

    /// The tags of a note to show, in their order: one for each language, in its chosen script.
    ///
    /// A language is omitted if the note lacks its chosen script. If no script is chosen, all `named` tags of the language are
    /// used (so that a deck can ask kanji and answer kana), or else its usual script, or else its first tag. Of several tags in
    /// one script the shortest is used.
    package func shown(of tags: [LanguageTag], naming named: Set<LanguageTag> = [])
        -> [LanguageTag]
    {
        var chosen: Set<LanguageTag> = []
        for language in Set(tags.map(\.language)) {
            let candidates = tags.filter { $0.language == language }
            if let script = scripts[language] {
                let fitting = candidates.filter { $0.likelyScript.map(Self.canonical) == script }
                if let tag = Self.plainest(fitting) { chosen.insert(tag) }
            } else {
                let asked = Set(named.compactMap { $0.match(among: candidates) })
                let usual = LanguageTag(language)?.likelyScript.map(Self.canonical)
                let fitting = candidates.filter { $0.likelyScript.map(Self.canonical) == usual }
                let other = Self.plainest(fitting) ?? candidates.first
                chosen.formUnion(asked.isEmpty ? Set([other].compactMap(\.self)) : asked)
            }
        }
        return tags.filter(chosen.contains)
    }

    private static func plainest(_ tags: [LanguageTag]) -> LanguageTag? {
        tags.min { ($0.text.utf8.count, $0) < ($1.text.utf8.count, $1) }
    }

    private static func canonical(_ script: String) -> String { script == "Aran" ? "Arab" : script }
}

extension ScriptChoice: CustomStringConvertible {
    /// The stored form: `ja:Latn,pa:Guru`; empty if no script is chosen.
    package var description: String {
        languages.map { "\($0):\(scripts[$0] ?? "")" }.joined(separator: ",")
    }

    /// Parses the stored form, with an optional comma at the end; nil if a language or script is not well-formed, or a
    /// language is repeated.
    package init?(_ text: some StringProtocol) {
        self.init()
        var items = text.split(separator: ",", omittingEmptySubsequences: false)
        if items.last?.isEmpty == true { items.removeLast() }
        for item in items {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].utf8.count == 4,
                let language = LanguageTag(parts[0]), language.text == language.language,
                let script = LanguageTag("\(language)-\(parts[1])")?.script,
                scripts.updateValue(Self.canonical(script), forKey: language.text) == nil
            else { return nil }
        }
    }
}
