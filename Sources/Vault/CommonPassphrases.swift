internal import EmbeddedFiles

enum CommonPassphrases {
    /// Whether a text in lower case, without what surrounds its letters, is among the words in `CommonPassphrases.txt`.
    static func include(_ word: some StringProtocol) -> Bool { words.contains(Substring(word)) }

    private static let words = Set(EmbeddedFiles.commonPassphrases)
}
