/// Two different languages of a note: the one that is asked and the one that answers.
package struct LanguagePair: Hashable, Sendable {
    /// What is asked.
    package var from: LanguageTag
    /// What answers.
    package var to: LanguageTag

    /// Puts two languages together.
    package init(from: LanguageTag, to: LanguageTag) {
        self.from = from
        self.to = to
    }
}

extension LanguagePair: CustomStringConvertible {
    /// As faces are written: `en>ja-Latn`.
    package var description: String { "\(from)>\(to)" }
}
