package import LibraryValues
package import Notes

package struct SearchPage: Hashable, Sendable {
    package var rows: [NoteRow]
    /// How many notes were found in all, or a lower bound.
    package var total: Int
    package var isTotalExact: Bool
    /// The note behind which the next page begins; nil on the last page.
    package var next: NoteID?
    /// Which parts of the query were not understood, and where.
    package var mistakes: [SearchMistake]
}
