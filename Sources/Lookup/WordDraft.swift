package import Languages
package import Notes

/// A suggested definition or translation, which the learner reviews before it is saved.
package struct WordDraft: Hashable, Sendable {
    /// A definition of one or two sentences for beginners.
    package var sentences: [String] = []
    /// The part of speech.
    package var wordType: WordType?
    package var translations: [LanguageTag: String] = [:]
    package var source: String
    /// A remark for the learner in a sentence, such as that something is missing.
    package var remark: String?

    package init(source: String) { self.source = source }
}
