package import Notes

/// One page of search results.
package struct FoundNotes: Hashable, Sendable {
    package var notes: [NoteID]
    /// How many notes were found; a minimum unless `isTotalExact`.
    package var total: Int
    package var isTotalExact: Bool
    /// The last note of this page if there is another page, which begins after it.
    package var next: NoteID?
    /// Parts of the query that were ignored or reinterpreted.
    package var mistakes: [SearchMistake]

    /// How many notes are counted at most.
    package static let countingLimit = 10_000
}
