/// A review log packed for passes over it: similar cards in groups of four, each review in four bytes.
///
/// Cards with the same first grade and about the same length form a group, so that there is little padding. Groups are
/// distributed over batches in turn: every batch is a representative sample of the log, and a core's unit of work.
struct TrainingSet: Sendable {
    private let partitions: [Partition]
    let batches: Int
    let firstGaps: FirstGaps
    /// The number of reviews on a later day than the previous one, whose outcome is predicted.
    let predictions: Int
    /// How many of these are used for training; the others belong to cards whose first gap is an outlier.
    let trainingPredictions: Int

    private static let maximumBatches = 64
    /// The approximate minimum of cards in a batch, so that a pass over it takes longer than its scheduling.
    private static let minimumCards = 96

    init(_ log: ReviewLog, on runner: ParallelRunner = .serial) {
        let rows = PartitionedRows(log, in: log.order(), on: runner)
        let summaries = runner.map(rows.count) { CardSummary.all(of: rows, $0) }
        let ages = Ages(rows: log.count, summaries.map(\.counts))
        let cards = summaries.map(\.cards)
        let firstGaps = FirstGaps(cards)
        let batches = max(1, min(Self.maximumBatches, log.cards.count / Self.minimumCards))
        partitions = runner.map(rows.count) { partition in
            Partition(
                partition,
                of: rows,
                cards[partition],
                firstGaps,
                ages,
                batches: batches
            )
        }
        predictions = ages.predictions
        trainingPredictions = cards.joined().reduce(0) { sum, card in
            sum + (card.length > 0 && !firstGaps.isOutlier(card) ? Int(card.predictions) : 0)
        }
        self.batches = batches
        self.firstGaps = firstGaps
    }

    /// Calls a body with the groups of one batch, of the cards used for training or of the outliers.
    @inline(__always)
    func forEachGroup(of batch: Int, isOutlier: Bool = false, _ body: (HistoryGroup) -> Void) {
        for partition in partitions {
            partition.forEachGroup(of: batch, isOutlier: isOutlier, body)
        }
    }
}
