/// The histories of four cards that were given the same grade first, review by review, padded to the longest.
struct HistoryGroup {
    let reviews: UnsafePointer<LaneBits>
    let count: Int
    /// The first grade, from 0.
    let grade: Int
}
