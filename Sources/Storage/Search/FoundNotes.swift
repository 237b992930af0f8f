public import Notes

/// One page of what a search found.
public struct FoundNotes: Hashable, Sendable {
    /// The notes of the page, in order.
    public var notes: [NoteID]
    /// How many were found in all, or at least so many: as far as they were counted.
    public var total: Int
    /// Whether `total` is all of them.
    public var isTotalExact: Bool
    /// The last note of this page, behind which the next one begins; nil where this is the last.
    public var next: NoteID?
    /// What in the query could not be taken as it stands.
    public var mistakes: [SearchMistake]

    /// Up to how many notes are counted.
    public static let countingLimit = 10_000
}
