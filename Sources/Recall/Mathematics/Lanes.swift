/// A number, or several in the lanes of a SIMD register, so that the same source computes with either.
///
/// `exponential`, `logarithm` and `power` use only these operations: no table, no branch, no fused multiply-add, nothing
/// but + − × ÷ and bits, all of which IEEE 754 defines to the last bit. A lane therefore gives the same bits as a single
/// number, and WebAssembly the same as a server.
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

protocol BitLanes {
    init(repeating value: UInt64)

    static func &+ (a: Self, b: Self) -> Self
    static func & (a: Self, b: Self) -> Self
    static func | (a: Self, b: Self) -> Self
    static func &<< (a: Self, b: Self) -> Self
    static func &>> (a: Self, b: Self) -> Self
}

protocol MaskLanes {
    static func .& (a: Self, b: Self) -> Self
    static func .| (a: Self, b: Self) -> Self
    static prefix func .! (a: Self) -> Self
}

extension Lanes {
    /// Adding and then subtracting this rounds to a whole number, which is in the lowest bits of the sum.
    @inline(__always)
    static var rounder: Self { Self(repeating: 0x1.8p52) }

    /// A step of Horner's scheme.
    @inline(__always)
    func times(_ x: Self, plus coefficient: Double) -> Self {
        self * x + Self(repeating: coefficient)
    }

    /// The number without the lower half of its significand; the product of two such numbers is exact.
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

    /// The number times two to the power of a whole number from −1100 to 1100, rounded once.
    @inline(__always)
    func scaled(byTwoTo power: Self) -> Self {
        // In two steps, because 2^power alone may be outside the range of a Double.
        let half = power * Self(repeating: 0.5) + Self.rounder
        let rest = power - (half - Self.rounder) + Self.rounder
        return self * Self.powerOfTwo(rounder: half) * Self.powerOfTwo(rounder: rest)
    }
}
