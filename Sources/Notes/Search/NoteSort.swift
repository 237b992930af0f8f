/// The order of search results; the raw value is the word for it in URLs.
package enum NoteSort: String, CaseIterable, Hashable, Sendable {
    /// By creation, the latest first.
    case newest
    /// By creation, the earliest first.
    case oldest
    /// By the latest change, the latest first.
    case changed
    /// By the text of the question.
    case prompt
}
