internal import EmbeddedFiles

/// The usual scripts listed in `LikelyScripts.txt`.
enum LikelyScripts {
    /// By language, or language and region: `pa-PK`.
    static let byLanguage: [Substring: Substring] = {
        var scripts: [Substring: Substring] = [:]
        for line in EmbeddedFiles.likelyScripts {
            let words = line.split(separator: " ")
            for language in words.dropFirst() { scripts[language] = words[0] }
        }
        return scripts
    }()
}
