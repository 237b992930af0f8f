package import LibraryValues
package import Notes

/// One page of what a search found, with all that a list shows of it.
package struct SearchPage: Hashable, Sendable {
    /// The notes of the page, in order.
    package var rows: [NoteRow]
    /// How many were found in all, or at least so many.
    package var total: Int
    /// Whether `total` is all of them.
    package var isTotalExact: Bool
    /// The note behind which the next page begins; nil where this is the last.
    package var next: NoteID?
    /// What in the query could not be taken as it stands, and where.
    package var mistakes: [SearchMistake]
}
