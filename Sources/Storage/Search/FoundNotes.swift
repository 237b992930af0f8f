package import Notes

/// One page of what a search found.
package struct FoundNotes: Hashable, Sendable {
    /// The notes of the page, in order.
    package var notes: [NoteID]
    /// How many were found in all, or at least so many: as far as they were counted.
    package var total: Int
    /// Whether `total` is all of them.
    package var isTotalExact: Bool
    /// The last note of this page, behind which the next one begins; nil where this is the last.
    package var next: NoteID?
    /// What in the query could not be taken as it stands.
    package var mistakes: [SearchMistake]

    /// Up to how many notes are counted.
    package static let countingLimit = 10_000
}
