/// Words that should stand on a note, one after the other, in one of its fields.
package struct SearchText: Hashable, Sendable {
    /// What should stand there.
    package var pattern: SearchPattern
    /// Whether it was written in quotes: then it is never taken for the beginning of a word.
    package var isQuoted: Bool
    /// The name of the field, or the language of the text; nil is for any.
    package var field: SearchPattern?

    /// Puts it together.
    package init(_ pattern: SearchPattern, isQuoted: Bool = false, field: SearchPattern? = nil) {
        self.pattern = pattern
        self.isQuoted = isQuoted
        self.field = field
    }
}
