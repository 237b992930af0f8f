/// A review log laid out for walking: cards eight abreast, like with like, each review in four bytes.
///
/// Cards that met the same grade first and are about as long stand in one group, so that little is padded. Groups are
/// dealt into shares as cards to players: every share is a fair sample of the whole, and the unit of work of a core.
struct TrainingSet: Sendable {
    private let reviews: [LaneBits]
    private let groups: [Group]
    /// Shares of the cards to learn from.
    let shares: [Range<Int>]
    /// Shares of the cards whose first absence was too rare to learn from; they are predicted all the same.
    let sharesAside: [Range<Int>]
    /// What the first absences came to.
    let firsts: FirstAbsences
    /// Reviews on a later day than the one before: those whose outcome is predicted.
    let predictions: Int
    /// How many of these are learnt from.
    let learnt: Int

    /// Eight cards, review by review.
    struct Group {
        let offset: Int
        let count: Int
        let grade: Int
    }

    init(_ log: ReviewLog) {
        let order = log.order()
        let (summaries, predictions) = CardSummary.all(of: log, in: order)
        self.predictions = predictions
        let firsts = FirstAbsences(summaries)
        self.firsts = firsts
        let layout = Layout(summaries) { firsts.isRare($0) }
        groups = layout.groups
        shares = layout.shares
        sharesAside = layout.sharesAside
        learnt = layout.learnt
        reviews = layout.pack(log, in: order, predictions: predictions)
    }

    /// How many reviews are stored, padding and all.
    var packedCount: Int { reviews.count * LaneBits.scalarCount }

    /// Calls a body with the groups of one share.
    @inline(__always)
    func forEachGroup(of share: Range<Int>, _ body: (HistoryGroup) -> Void) {
        reviews.withUnsafeBufferPointer { reviews in
            guard let base = reviews.baseAddress else { return }
            for group in groups[share] {
                body(
                    HistoryGroup(
                        reviews: base + group.offset,
                        count: group.count,
                        grade: group.grade
                    )
                )
            }
        }
    }
}
