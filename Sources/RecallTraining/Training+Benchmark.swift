extension Training {
    /// One walk through the whole log, which is what a fit is made of: for the benchmark alone.
    package func walk(at parameters: [Double], withCurvature: Bool) -> Double {
        histories.slope(
            at: parameters,
            shares: histories.shares,
            bent: withCurvature ? histories.shares : 0,
            recency: Recency(),
            on: cores
        ).loss
    }
}
