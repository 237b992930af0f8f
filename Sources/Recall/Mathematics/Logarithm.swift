/// The natural logarithm of `x`, for every Double.
///
/// x = 2ᵏ·(1 + f) with 1 + f from √½ to √2, and log(1 + f) = 2 atanh s = 2s + s³·L(s²) with s = f / (2 + f). The terms are
/// added as in FreeBSD's `e_log.c` (Sun Microsystems, 1993): 2s = f − s·f, and f²/2 is separated from the small terms.
@inline(__always)
func logarithm<Value: Lanes>(_ x: Value) -> Value {
    let (k, significand) = x.decomposed
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
    let result = k * Value(repeating: 0.6931471805592082) - ((half - low) - f)

    let zero = Value(repeating: 0)
    let infinity = Value(repeating: .infinity)
    return
        result
        .replacing(with: infinity, where: x .== infinity)
        .replacing(with: zero - infinity, where: x .== zero)
        .replacing(with: Value(repeating: .nan), where: .!(zero .< x .| x .== zero))
}

extension Lanes {
    /// x = 2^exponent · significand, with the significand from √½ up to √2, for a positive finite x.
    @inline(__always)
    var decomposed: (exponent: Self, significand: Self) {
        let isSubnormal = self .< Self(repeating: .leastNormalMagnitude)
        let normal = replacing(with: self * Self(repeating: 0x1p54), where: isSubnormal)
        let (exponent, significand) = normal.normalDecomposed
        let excess = Self(repeating: 0).replacing(with: Self(repeating: 54), where: isSubnormal)
        return (exponent - excess, significand)
    }

    /// The same, for a number that is not subnormal.
    @inline(__always)
    var normalDecomposed: (exponent: Self, significand: Self) {
        let root: UInt64 = 0x3fe6_a09e_667f_3bcd  // √½
        let shifted = bits &+ Bits(repeating: 0x3ff0_0000_0000_0000 - root)
        // A whole number below 2⁵² is converted to a Double by writing it into the significand of 2⁵².
        let whole = (shifted &>> Bits(repeating: 52)) | Bits(repeating: 0x4330_0000_0000_0000)
        let exponent = Self(bits: whole) - Self(repeating: 0x1p52 + 1023)
        let fraction = shifted & Bits(repeating: 0x000f_ffff_ffff_ffff)
        return (exponent, Self(bits: fraction &+ Bits(repeating: root)))
    }
}
