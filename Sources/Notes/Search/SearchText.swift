/// Words in a row in one field of a note.
package struct SearchText: Hashable, Sendable {
    package var pattern: SearchPattern
    /// Whether it was in quotes, so that it never matches prefixes.
    package var isQuoted: Bool
    /// The name of a field or the language of a text; nil for any field.
    package var field: SearchPattern?

    package init(_ pattern: SearchPattern, isQuoted: Bool = false, field: SearchPattern? = nil) {
        self.pattern = pattern
        self.isQuoted = isQuoted
        self.field = field
    }
}
