internal import EmbeddedFiles

/// The words listed in `KanaWords.txt`, which the rules for kana get wrong.
enum KanaWords {
    /// The romanizations of words in kana.
    static let readings = table { $0 >= firstKana }

    /// The kana of words in Hepburn.
    static let spellings = table { $0 < firstKana }

    private static let firstKana: Substring = "ぁ"

    private static func table(where isIncluded: (Substring) -> Bool) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for line in EmbeddedFiles.kanaWords where isIncluded(line) {
            let words = line.split(separator: " ").map(String.init)
            table[words[0]] = Array(words.dropFirst())
        }
        return table
    }
}
