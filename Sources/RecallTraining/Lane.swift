typealias Lane = SIMD4<Float>

typealias LaneBits = SIMD4<UInt32>

/// A Boolean for each lane: all bits set or none, so that a choice takes two ANDs and an OR on every processor.
struct LaneMask {
    let bits: LaneBits

    @inline(__always)
    init(_ mask: SIMDMask<SIMD4<Int32>>) {
        bits = unsafeBitCast(mask, to: LaneBits.self)
    }

    @inline(__always)
    private init(bits: LaneBits) { self.bits = bits }

    @inline(__always)
    static func & (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(bits: a.bits & b.bits) }

    @inline(__always)
    static func | (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(bits: a.bits | b.bits) }

    @inline(__always)
    static prefix func ! (a: LaneMask) -> LaneMask { LaneMask(bits: ~a.bits) }

    /// `yes` where the mask is set, `no` elsewhere.
    @inline(__always)
    func choose(_ yes: Lane, _ no: Lane) -> Lane {
        Lane(bits: (yes.bits & bits) | (no.bits & ~bits))
    }

    /// `yes` where the mask is set, zero elsewhere.
    @inline(__always)
    func choose(_ yes: Lane) -> Lane { Lane(bits: yes.bits & bits) }

    /// `a` or `b` where one of the masks is set, never both; zero elsewhere.
    @inline(__always)
    func choose(_ a: Lane, or other: LaneMask, _ b: Lane) -> Lane {
        Lane(bits: (a.bits & bits) | (b.bits & other.bits))
    }

    /// The same for three masks of which no two are set at once.
    @inline(__always)
    func choose(_ a: Lane, or second: LaneMask, _ b: Lane, or third: LaneMask, _ c: Lane) -> Lane {
        Lane(bits: (a.bits & bits) | (b.bits & second.bits) | (c.bits & third.bits))
    }
}

extension SIMD4 where Scalar == Float {
    @inline(__always)
    init(bits: LaneBits) { self = unsafeBitCast(bits, to: Self.self) }

    @inline(__always)
    var bits: LaneBits { unsafeBitCast(self, to: LaneBits.self) }

    /// Whole numbers below 2²³, converted to floating point by writing them into the significand of 2²³.
    @inline(__always)
    init(whole: LaneBits) {
        self = Self(bits: whole | LaneBits(repeating: 0x4B00_0000)) - Self(repeating: 0x1p23)
    }

    /// e to the power of each, to six digits, from −87 to 88; parameters within their ranges never need more than ±30.
    @inline(__always)
    var exponential: Self {
        let x = self
        let rounder = Self(repeating: 0x1.8p23)
        let shifted = x * Self(repeating: 1.442_695_04) + rounder
        let n = shifted - rounder
        // ln 2 in two parts, the first short enough that its product with n is exact.
        let r = (x - n * Self(repeating: 0.693_359_375)) + n * Self(repeating: 2.121_944_4e-4)
        // Taylor's coefficients, the last two adjusted to the interval.
        var p = Self(repeating: 1.398_199_95e-3)
        p = p * r + Self(repeating: 8.333_451_9e-3)
        p = p * r + Self(repeating: 4.166_579_5e-2)
        p = p * r + Self(repeating: 0.166_666_65)
        p = p * r + Self(repeating: 0.5)
        let e = (p * r) * r + (r + Self(repeating: 1))
        return Self(bits: e.bits &+ (shifted.bits &<< LaneBits(repeating: 23)))
    }

    /// The natural logarithm of each positive normal number, to six digits.
    @inline(__always)
    var logarithm: Self {
        // x = 2ᵏ·m with m from √½ to √2, and log m = 2 atanh s with s = (m − 1) / (m + 1).
        let root = LaneBits(repeating: 0x3F35_04F3)
        let shifted = bits &+ (LaneBits(repeating: 0x3F80_0000) &- root)
        let k = Self(whole: shifted &>> LaneBits(repeating: 23)) - Self(repeating: 127)
        let m = Self(bits: (shifted & LaneBits(repeating: 0x007F_FFFF)) &+ root)
        let f = m - Self(repeating: 1)
        let s = f / (m + Self(repeating: 1))
        let z = s * s
        var p = Self(repeating: 0.240_320_35)
        p = p * z + Self(repeating: 0.285_187_38)
        p = p * z + Self(repeating: 0.400_005_8)
        p = p * z + Self(repeating: 0.666_666_63)
        // log m = f − s·(f − z·p): the large term stays exact.
        let log = f - s * (f - z * p)
        return (log + k * Self(repeating: -2.121_944_4e-4)) + k * Self(repeating: 0.693_359_375)
    }
}
