import Glibc

@testable import Recall

extension SplitMix64 {
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }

    /// With a uniformly distributed logarithm.
    mutating func logarithmic(_ low: Double, _ high: Double) -> Double {
        Glibc.exp(uniform(Glibc.log(low), Glibc.log(high)))
    }

    /// Any positive finite number, including subnormal ones.
    mutating func positive() -> Double {
        Double(bitPattern: 1 + next() % (Double.infinity.bitPattern - 1))
    }
}
