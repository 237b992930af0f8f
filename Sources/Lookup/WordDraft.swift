public import Languages
public import Notes

/// What was looked up or made up for a word; the learner looks at it before anything is saved.
public struct WordDraft: Hashable, Sendable {
    /// A definition for beginners: two sentences, or one where there is no more to say.
    public var sentences: [String] = []
    /// What kind of word it is.
    public var wordType: WordType?
    /// The word in other languages.
    public var translations: [LanguageTag: String] = [:]
    /// Who says so, in words.
    public var source: String
    /// What the learner should know about it, in a sentence; nil where all is as it should be.
    public var remark: String?

    /// A draft of which nothing is known yet.
    public init(source: String) { self.source = source }
}
