/// `x` to the power of `y`, for every Double, with the special cases of IEEE 754.
@inline(__always)
func power<Value: Lanes>(_ x: Value, _ y: Value) -> Value {
    let zero = Value(repeating: 0)
    let one = Value(repeating: 1)
    let infinity = Value(repeating: .infinity)
    let base = x.magnitude
    let exponentIsOdd = y.isWhole .& .!(y * Value(repeating: 0.5)).isWhole

    let growing = (one .< base .& zero .< y) .| (base .< one .& y .< zero)
    let extreme = zero.replacing(with: infinity, where: growing)
    let result = powerOfPositive(base, y)
        .replacing(with: extreme, where: base .== zero .| base .== infinity)
    let sign = Value(bits: x.bits & Value.Bits(repeating: 1 << 63))
    let signed = Value(bits: result.bits | sign.bits)

    let isUndefined = (x .< zero .& base .< infinity .& .!y.isWhole) .| x.isNaN .| y.isNaN
    return
        result
        .replacing(with: signed, where: exponentIsOdd)
        .replacing(with: Value(repeating: .nan), where: isUndefined)
        .replacing(with: one, where: x .== one .| y .== zero)
}

/// `x` to the power of `y`, for a positive finite `x` and a `y` that is not NaN.
///
/// xʸ = 2^(y·log₂x). Because the product can be as large as 1074, the logarithm and the product are computed to some
/// twelve bits more than a Double has, in two parts, as in FreeBSD's `e_pow.c` (Sun Microsystems, 1993) but without its
/// table.
@inline(__always)
func powerOfPositive<Value: Lanes>(_ x: Value, _ y: Value) -> Value {
    let (high, low) = x.binaryLogarithm

    // Such a power of any number but one is zero or infinite, and larger exponents would overflow in between.
    let largest = Value(repeating: 0x1p64)
    let least = Value(repeating: -0x1p64)
    let y = y.replacing(with: largest, where: largest .< y).replacing(
        with: least,
        where: y .< least
    )

    let upperY = y.upperHalf
    let product = upperY * high
    let correction = (y - upperY) * high + y * low

    let bound = Value(repeating: 1100)
    let sum = product + correction
    let over = bound .< sum
    let under = sum .< Value(repeating: -1100)
    let zero = Value(repeating: 0)
    return powerOfTwo(
        product.replacing(with: bound, where: over).replacing(with: zero - bound, where: under),
        correction.replacing(with: zero, where: over .| under)
    )
}

/// Two to the power of `high + low`, where |high| ≤ 1100 and |low| is far smaller.
@inline(__always)
private func powerOfTwo<Value: Lanes>(_ high: Value, _ low: Value) -> Value {
    let n = (high + low + .rounder) - .rounder
    let fraction = high - n
    let r = fraction + low
    let lost = (fraction - r) + low

    // Times ln 2, in two parts: the product of the upper halves is exact.
    let upper = r.upperHalf
    let product = upper * Value(repeating: 0.6931471675634384)
    let correction =
        ((r - upper) + lost) * Value(repeating: 0.6931471805599453)
        + upper * Value(repeating: 1.2996506893889889e-08)
    return exponential(product, correction).scaled(byTwoTo: n)
}

extension Lanes {
    /// Whether the number has no fractional part; true for infinity.
    @inline(__always)
    fileprivate var isWhole: Mask {
        let least = Self(repeating: 0x1p52)
        let size = magnitude
        return .!(size .< least) .| (size + least) - least .== size
    }

    /// The logarithm to base two of a positive finite number, to some 65 bits; `high` has 26.
    @inline(__always)
    fileprivate var binaryLogarithm: (high: Self, low: Self) {
        let (k, significand) = decomposed

        // s = f / t, to 75 bits.
        let one = Self(repeating: 1)
        let f = significand - one
        let t = significand + one
        let upperT = t.upperHalf
        let lowerT = significand - (upperT - one)
        let inverse = one / t
        let upperS = (f * inverse).upperHalf
        let lowerS = ((f - upperS * upperT) - upperS * lowerT) * inverse
        let s = upperS + lowerS

        // 3 atanh s / s = 3 + s² + s⁴·Q(s²); Q by Scripts/fit-polynomials.py.
        let z = s * s
        let square = z * z
        let even = Self(repeating: 0.17559372811383578)
            .times(square, plus: 0.23076892456343187)
            .times(square, plus: 0.3333333333248435)
            .times(square, plus: 0.6)
        let odd = Self(repeating: 0.1758457654214663)
            .times(square, plus: 0.20002206357338018)
            .times(square, plus: 0.27272727502971605)
            .times(square, plus: 0.4285714285714405)
        let upperSquare = upperS * upperS
        let rest = square * (even + z * odd) + lowerS * (upperS + s)
        let three = Self(repeating: 3)
        let upperSum = (three + (upperSquare + rest)).upperHalf
        let lowerSum = rest - ((upperSum - three) - upperSquare)

        // 3 atanh s = s · that sum, then times 2 / (3 ln 2).
        let product = upperS * upperSum
        let correction = lowerS * upperSum + lowerSum * s
        let upper = (product + correction).upperHalf
        let lower = correction - (upper - product)
        let whole = upper * Self(repeating: 0.9617966860532761)
        let part =
            upper * Self(repeating: 7.872699542894897e-09)
            + lower * Self(repeating: 0.9617966939259756)

        let high = (k + (whole + part)).upperHalf
        return (high, part - ((high - k) - whole))
    }
}
