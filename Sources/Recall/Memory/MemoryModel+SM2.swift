extension MemoryModel {
    /// What a card that SM-2 scheduled is remembered like: its interval held recall at `retention`.
    ///
    /// - Parameters:
    ///   - interval: The card's interval in days.
    ///   - ease: How many times longer than the last one the next interval would be; 2.5 at first.
    ///   - retention: How likely recall was taken to be when a card came due.
    package func memory(interval: Double, ease: Double, retention: Double) -> Memory {
        let interval = interval.clamped(from: 0.001, to: 36_500)
        let retention = retention.clamped(from: 0.01, to: 0.99)
        let stability = (interval / stretch(for: retention)).clamped(from: 0.001, to: 36_500)
        let w = parameters
        let scale = Double.exp(w.successGrowth) * .pow(stability, -w.successSaturation)
        let gain = Double.exp((1 - retention) * w.successForgetting) - 1
        return Memory(stability: stability, difficulty: 11 - (ease - 1) / (scale * gain))
    }
}
