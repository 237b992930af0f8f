/// In which order found notes come; the raw value is the word for it.
package enum NoteSort: String, CaseIterable, Hashable, Sendable {
    /// Those made last first.
    case newest
    /// Those made first first.
    case oldest
    /// Those changed last first.
    case changed
    /// By what they ask first.
    case prompt
}
