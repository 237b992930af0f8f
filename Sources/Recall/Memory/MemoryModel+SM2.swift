extension MemoryModel {
    /// The memory of a card that was scheduled by SM-2, assuming that its interval kept recall at `retention`.
    ///
    /// - Parameters:
    ///   - interval: The card's interval in days.
    ///   - ease: The ratio of the next interval to the last one; 2.5 initially.
    ///   - retention: The assumed probability of recall when a card came due.
    package func memory(interval: Double, ease: Double, retention: Double) -> Memory {
        let interval = interval.clamped(from: 0.001, to: 36_500)
        let retention = retention.clamped(from: 0.01, to: 0.99)
        let stability = (interval / intervalFactor(for: retention)).clamped(from: 0.001, to: 36_500)
        let w = parameters
        let scale = Double.exp(w.successGrowth) * .pow(stability, -w.successSaturation)
        let gain = Double.exp((1 - retention) * w.successForgetting) - 1
        return Memory(stability: stability, difficulty: 11 - (ease - 1) / (scale * gain))
    }
}
