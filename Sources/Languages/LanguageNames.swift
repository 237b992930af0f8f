internal import EmbeddedFiles

let languageNames = allNames["language", default: [:]]

/// Names of languages in one of their scripts.
let namesWithScript = allNames["written", default: [:]]

/// Names of scripts as learners of a language call them: `pa-Arab`.
let scriptNames = allNames["script", default: [:]]

/// English names of scripts, for all other languages.
let generalScriptNames = allNames["general", default: [:]].mapValues(\.english)

/// The names in `LanguageNames.txt` by kind and tag.
private let allNames: [Substring: [String: LanguageName]] = {
    var names: [Substring: [String: LanguageName]] = [:]
    for line in EmbeddedFiles.languageNames {
        let parts = line.split(separator: "\t")
        let english = String(parts[2])
        let name = LanguageName(english, parts.count > 3 ? String(parts[3]) : english)
        names[parts[0], default: [:]][String(parts[1])] = name
    }
    return names
}()
