/// Seeded chance: SplitMix64 by Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
///
/// Our own and not the standard library's `shuffled(using:)`, because a seed must deal the same cards for ever, in
/// every version and in both homes.
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    /// What the next number comes of; a generator made of it as its seed goes on in the same way.
    private(set) var state: UInt64

    /// What is drawn follows from the seed alone.
    package init(seed: UInt64) {
        state = seed
    }

    /// A generator of its own for a number, so that what is drawn for one does not depend on what was drawn before.
    func fork(_ number: UInt64) -> SplitMix64 {
        var fork = SplitMix64(seed: state ^ (number &+ 1) &* 0xd134_2543_de82_ef95)
        return SplitMix64(seed: fork.next())
    }

    /// Draws 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// A whole number from 0 up to, not including, `bound`; each is exactly as likely as any other.
    ///
    /// After Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    mutating func next(below bound: UInt32) -> UInt32 {
        precondition(bound > 0, "There is no number below zero.")
        var product = (next() >> 32) * UInt64(bound)
        if UInt32(truncatingIfNeeded: product) < bound {
            // These few low halves come up once too often for some numbers: draw again.
            let unfair = (0 &- bound) % bound
            while UInt32(truncatingIfNeeded: product) < unfair {
                product = (next() >> 32) * UInt64(bound)
            }
        }
        return UInt32(truncatingIfNeeded: product >> 32)
    }

    /// Brings the elements into an order of which each is equally likely (Fisher and Yates).
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(last, Int(next(below: UInt32(last + 1))))
        }
    }
}
