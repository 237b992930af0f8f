/// Words that should stand on a note, one after the other, in one of its fields.
public struct SearchText: Hashable, Sendable {
    /// What should stand there.
    public var pattern: SearchPattern
    /// Whether it was written in quotes: then it is never taken for the beginning of a word.
    public var isQuoted: Bool
    /// The name of the field, or the language of the text; nil is for any.
    public var field: SearchPattern?

    /// Puts it together.
    public init(_ pattern: SearchPattern, isQuoted: Bool = false, field: SearchPattern? = nil) {
        self.pattern = pattern
        self.isQuoted = isQuoted
        self.field = field
    }
}
