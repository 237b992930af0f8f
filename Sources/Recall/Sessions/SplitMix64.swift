/// A seeded random generator: SplitMix64 by Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
///
/// Shuffling is implemented here instead of by the standard library's `shuffled(using:)`, because a seed has to give the
/// same order in every version of the compiler, on the server and in the browser.
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    /// A generator created with this as its seed continues the sequence.
    private(set) var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// A generator of its own for each number, drawing from which does not advance this one.
    func fork(_ number: UInt64) -> SplitMix64 {
        var fork = SplitMix64(seed: state ^ (number &+ 1) &* 0xd134_2543_de82_ef95)
        return SplitMix64(seed: fork.next())
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// A whole number below the bound, each with exactly the same probability.
    ///
    /// By Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    mutating func next(below bound: UInt32) -> UInt32 {
        precondition(bound > 0, "The bound has to be positive.")
        var product = (next() >> 32) * UInt64(bound)
        if UInt32(truncatingIfNeeded: product) < bound {
            // The lowest products map to some numbers once too often: draw again.
            let rejected = (0 &- bound) % bound
            while UInt32(truncatingIfNeeded: product) < rejected {
                product = (next() >> 32) * UInt64(bound)
            }
        }
        return UInt32(truncatingIfNeeded: product >> 32)
    }

    /// Shuffles the elements so that each order has the same probability (Fisher and Yates).
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(last, Int(next(below: UInt32(last + 1))))
        }
    }
}
