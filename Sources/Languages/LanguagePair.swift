/// The languages of a question and its answer.
package struct LanguagePair: Hashable, Sendable {
    package var from: LanguageTag
    package var to: LanguageTag

    package init(from: LanguageTag, to: LanguageTag) {
        self.from = from
        self.to = to
    }
}

extension LanguagePair: CustomStringConvertible {
    /// The form used by faces: `en>ja-Latn`.
    package var description: String { "\(from)>\(to)" }
}
