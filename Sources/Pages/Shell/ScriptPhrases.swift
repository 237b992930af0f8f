import EmbeddedFiles
import JSON
import Languages
import Threads

/// The phrases of a page's script, and of the scripts that it imports, in the current language.
///
/// English phrases are left out where they equal their key.
struct ScriptPhrases: HTML {
    /// The page's script: `js/study.js`.
    let script: String

    func write(to page: inout HTMLWriter) {
        let key = Key(script: script, language: .current)
        let block = Self.blocks.withLock { $0[key] } ?? remember(key)
        page.append(block)
    }

    private struct Key: Hashable {
        let script: String
        let language: InterfaceLanguage
    }

    /// What has been written so far: it is the same for every page with this script, and collecting it is work.
    private static let blocks = Locked<[Key: HTMLWriter]>([:])

    private func remember(_ key: Key) -> HTMLWriter {
        var block = HTMLWriter(capacity: 0)
        DataBlock(id: "words", json: json(in: key.language)).write(to: &block)
        Self.blocks.withLock { $0[key] = block }
        return block
    }

    private func json(in language: InterfaceLanguage) -> [UInt8] {
        JSONWriter.object {
            $0.set("language", language.rawValue)
            $0.set("group", language.groupingSeparator)
            $0.set("decimal", language.decimalSeparator)
            $0.set("byTwo", language.groupsByTwo)
            $0.set("texts") { texts in
                for key in Script.phrases(of: script) {
                    switch InterfaceText(of: key, in: language) {
                    case nil: break
                    case .plain(let text)?: texts.set(named: key, text)
                    case .varied(let forms)?:
                        texts.set(named: key) { member in
                            for category in PluralCategory.allCases {
                                guard let form = forms[category] else { continue }
                                member.set(named: category.rawValue, form)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The phrases that a script uses, and the scripts that it imports.
private struct Script {
    var phrases: [String] = []
    var imports: [String] = []

    static let all: [String: Script] = {
        var all: [String: Script] = [:]
        for line in EmbeddedFiles.scriptPhrases.description.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = String(parts[0])
            if parts[1].first == ">" {
                all[name, default: Script()].imports.append(String(parts[1].dropFirst()))
            } else {
                all[name, default: Script()].phrases.append(String(parts[1]))
            }
        }
        return all
    }()

    /// The phrases of a script and of all scripts that it imports, directly or not, sorted.
    static func phrases(of script: String) -> [String] {
        var reached: Set<String> = []
        var open = [script.split(separator: "/").last.map(String.init) ?? script]
        while let name = open.popLast() {
            guard reached.insert(name).inserted else { continue }
            open += all[name]?.imports ?? []
        }
        return Set(reached.flatMap { all[$0]?.phrases ?? [] }).sorted()
    }
}
