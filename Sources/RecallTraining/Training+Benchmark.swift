extension Training {
    /// A pass over the whole log, the main cost of a fit; only for the benchmark.
    package func loss(at parameters: [Double], withCurvature: Bool) -> Double {
        histories.derivatives(
            at: parameters,
            batches: histories.batches,
            curvatureBatches: withCurvature ? histories.batches : 0,
            on: runner
        ).loss
    }
}
