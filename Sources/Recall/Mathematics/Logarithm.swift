/// The natural logarithm of `x`, for everything that a Double can be.
@inlinable @inline(__always)
package func logarithm<Value: Lanes>(_ x: Value) -> Value {
    let (exponent, significand) = x.decomposed
    let result = logarithm(exponent, significand)

    let zero = Value(repeating: 0)
    let infinity = Value(repeating: .infinity)
    return
        result
        .replacing(with: infinity, where: x .== infinity)
        .replacing(with: zero - infinity, where: x .== zero)
        .replacing(with: Value(repeating: .nan), where: .!(zero .< x .| x .== zero))
}

/// The natural logarithm of `x`, if that is positive, finite and not subnormal: the bits of `logarithm`.
@inlinable @inline(__always)
package func boundedLogarithm<Value: Lanes>(_ x: Value) -> Value {
    let (exponent, significand) = x.normalDecomposed
    return logarithm(exponent - Value(repeating: 0x1p52 + 1023), significand)
}

/// The natural logarithm of 2ᵏ·(1 + f), with 1 + f from √½ to √2.
///
/// log(1 + f) = 2 atanh s = 2s + s³·L(s²) with s = f / (2 + f). The sum is taken as FreeBSD's `e_log.c` does
/// (Sun Microsystems, 1993): 2s = f − s·f, and f²/2 is split off from what is small.
@inlinable @inline(__always)
package func logarithm<Value: Lanes>(_ k: Value, _ significand: Value) -> Value {
    let f = significand - Value(repeating: 1)
    let s = f / (Value(repeating: 2) + f)
    let z = s * s

    // L, by Scripts/fit-polynomials.py.
    let square = z * z
    let even = Value(repeating: 0.14616449685043406)
        .times(square, plus: 0.18182889125261723)
        .times(square, plus: 0.28571428625975487)
        .times(square, plus: 0.666666666666667)
    let odd = Value(repeating: 0.15331721600556042)
        .times(square, plus: 0.2222221113479508)
        .times(square, plus: 0.39999999999899505)
    let rest = z * (even + z * odd)

    let half = Value(repeating: 0.5) * f * f
    let low = s * (half + rest) + k * Value(repeating: 7.371002565167799e-13)
    return k * Value(repeating: 0.6931471805592082) - ((half - low) - f)
}

extension Lanes {
    /// x = 2^exponent · significand, with the significand from √½ up to √2, for a positive finite x.
    @inlinable @inline(__always)
    package var decomposed: (exponent: Self, significand: Self) {
        let isSubnormal = self .< Self(repeating: .leastNormalMagnitude)
        let normal = replacing(with: self * Self(repeating: 0x1p54), where: isSubnormal)
        let (exponent, significand) = normal.normalDecomposed
        let bias = Self(repeating: 0x1p52 + 1023)
            .replacing(with: Self(repeating: 0x1p52 + 1023 + 54), where: isSubnormal)
        return (exponent - bias, significand)
    }

    /// The same, for one that is not subnormal, and with 2⁵² + 1023 more in the exponent.
    @inlinable @inline(__always)
    package var normalDecomposed: (exponent: Self, significand: Self) {
        let root: UInt64 = 0x3fe6_a09e_667f_3bcd  // √½
        let shifted = bits &+ Bits(repeating: 0x3ff0_0000_0000_0000 - root)
        // A whole number below 2⁵² becomes a Double by being written into the significand of 2⁵².
        let whole = (shifted &>> Bits(repeating: 52)) | Bits(repeating: 0x4330_0000_0000_0000)
        let fraction = shifted & Bits(repeating: 0x000f_ffff_ffff_ffff)
        return (Self(bits: whole), Self(bits: fraction &+ Bits(repeating: root)))
    }
}
