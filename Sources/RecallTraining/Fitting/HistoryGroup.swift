/// The histories of four cards with the same first grade, review by review, padded to the longest.
struct HistoryGroup {
    let reviews: UnsafePointer<LaneBits>
    let count: Int
    /// The first grade, from 0.
    let grade: Int
}
