/// In which script each language that is written in several is shown; it speaks before the language choice does.
///
/// Where it is silent a language is shown as it is usually written.
package struct ScriptChoice: Hashable, Sendable {
    /// By language; `Arab` stands for `Aran` too.
    private var scripts: [String: String]

    /// A choice that is silent on every language.
    package init() { scripts = [:] }
}

extension ScriptChoice {
    /// The language in the script chosen for it; nil where the choice is silent on it.
    package subscript(language: String) -> LanguageTag? {
        scripts[language].flatMap { LanguageTag("\(language)-\($0)") }
    }

    /// Shows a tag's language in the tag's script from now on; a tag whose script nobody knows changes nothing.
    package mutating func choose(_ tag: LanguageTag) {
        guard let script = tag.likelyScript else { return }
        scripts[tag.language] = Self.canonical(script)
    }

    /// Shows a language as it is usually written again.
    package mutating func forget(_ language: String) { scripts[language] = nil }

    /// This choice, and the other's where this one is silent on a language.
    package func inheriting(_ other: ScriptChoice) -> ScriptChoice {
        var choice = self
        choice.scripts.merge(other.scripts) { own, _ in own }
        return choice
    }

    /// The languages that the choice speaks of, in order.
    package var languages: [String] { scripts.keys.sorted() }

    /// Each language of a note once, in the script to show it in, in the order given.
    ///
    /// A language whose chosen script the note lacks is left out. Where the choice is silent, a tag that is `named` stands
    /// for its language (that is how a deck asks kanji and answers kana), else the usual script does, else the first. Of
    /// several tags in one script the shortest is taken.
    package func shown(of tags: [LanguageTag], naming named: Set<LanguageTag> = [])
        -> [LanguageTag]
    {
        var chosen: Set<LanguageTag> = []
        for language in Set(tags.map(\.language)) {
            let writings = tags.filter { $0.language == language }
            if let script = scripts[language] {
                let fitting = writings.filter { $0.likelyScript.map(Self.canonical) == script }
                if let tag = Self.plainest(fitting) { chosen.insert(tag) }
            } else {
                let asked = Set(named.compactMap { $0.match(among: writings) })
                let usual = LanguageTag(language)?.likelyScript.map(Self.canonical)
                let fitting = writings.filter { $0.likelyScript.map(Self.canonical) == usual }
                let other = Self.plainest(fitting) ?? writings.first
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
    /// The stored form, which reads back to the same value: `ja:Latn,pa:Guru`; empty where it is silent on all.
    package var description: String {
        languages.map { "\($0):\(scripts[$0] ?? "")" }.joined(separator: ",")
    }

    /// Reads the stored form; nil where a language or script is not well formed, or a language named twice.
    ///
    /// A comma after the last is read, as in a language choice.
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
