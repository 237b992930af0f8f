/// A number, or several side by side in one register, that the same source computes with.
///
/// `exponential`, `logarithm` and `power` are written against this alone: no table, no branch, no fused multiply-add,
/// nothing but + − × ÷ and bits, each of which IEEE 754 defines to the last bit. So a lane gives what a number gives,
/// and WebAssembly what a server gives.
protocol Lanes {
    associatedtype Bits: BitLanes
    associatedtype Mask: MaskLanes

    init(repeating value: Double)
    init(bits: Bits)
    var bits: Bits { get }

    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    static func / (a: Self, b: Self) -> Self
    static func .< (a: Self, b: Self) -> Mask
    static func .== (a: Self, b: Self) -> Mask
    func replacing(with other: Self, where mask: Mask) -> Self
}

/// The bit patterns of `Lanes`.
protocol BitLanes {
    init(repeating value: UInt64)

    static func &+ (a: Self, b: Self) -> Self
    static func & (a: Self, b: Self) -> Self
    static func | (a: Self, b: Self) -> Self
    static func &<< (a: Self, b: Self) -> Self
    static func &>> (a: Self, b: Self) -> Self
}

/// A yes or no a lane.
protocol MaskLanes {
    static func .& (a: Self, b: Self) -> Self
    static func .| (a: Self, b: Self) -> Self
    static prefix func .! (a: Self) -> Self
}

extension Lanes {
    /// Adding this and taking it away again rounds to a whole number, which meanwhile stands in the lowest bits.
    @inline(__always)
    static var rounder: Self { Self(repeating: 0x1.8p52) }

    /// One step of Horner's scheme.
    @inline(__always)
    func times(_ x: Self, plus coefficient: Double) -> Self {
        self * x + Self(repeating: coefficient)
    }

    /// The number without the lower half of its significand: two such numbers have an exact product.
    @inline(__always)
    var upperHalf: Self { Self(bits: bits & Bits(repeating: ~0 << 27)) }

    @inline(__always)
    var magnitude: Self { Self(bits: bits & Bits(repeating: ~0 >> 1)) }

    @inline(__always)
    var isNaN: Mask { .!(self .== self) }

    /// Two to the power of a whole number from −1022 to 1023, given as that number plus `rounder`.
    @inline(__always)
    static func powerOfTwo(rounder number: Self) -> Self {
        Self(bits: (number.bits &+ Bits(repeating: 1023)) &<< Bits(repeating: 52))
    }

    /// The number times two to a whole power from −1100 to 1100, rounded once.
    @inline(__always)
    func scaled(byTwoTo power: Self) -> Self {
        // In two steps, since 2^power alone may lie beyond what a Double can hold.
        let half = power * Self(repeating: 0.5) + Self.rounder
        let rest = power - (half - Self.rounder) + Self.rounder
        return self * Self.powerOfTwo(rounder: half) * Self.powerOfTwo(rounder: rest)
    }
}
