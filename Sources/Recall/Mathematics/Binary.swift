// The memory model evaluates these by the million, with exponents below a thousand and no more than ten significant digits.
// Its own power and logarithm, to base two, therefore cost half of `exponential` and `logarithm`.

/// Two to the power of `x`, for |x| ≤ 1000, to thirteen digits; exactly one for zero.
@inline(__always)
func binaryPower<Value: Lanes>(_ x: Value) -> Value {
    let n = x + .rounder
    let f = x - (n - .rounder)

    // 2ᶠ = 1 + f·P(f); P by Scripts/fit-polynomials.py.
    let square = f * f
    let even = Value(repeating: 1.0203121063391729e-07)
        .times(square, plus: 1.525268684626772e-05)
        .times(square, plus: 0.0013333558179043112)
        .times(square, plus: 0.055504108664760424)
        .times(square, plus: 0.6931471805599453)
    let odd = Value(repeating: 1.3255224878668817e-06)
        .times(square, plus: 0.00015403455852453838)
        .times(square, plus: 0.009618129159402558)
        .times(square, plus: 0.2402265069581299)
    let power = Value(repeating: 1) + f * (even + f * odd)

    // The exponent cannot overflow, so n is simply added to it.
    return Value(bits: power.bits &+ n.bits &<< Value.Bits(repeating: 52))
}

/// The logarithm to base two of `x`, positive, finite and not subnormal, to thirteen digits.
@inline(__always)
func binaryLogarithm<Value: Lanes>(_ x: Value) -> Value {
    let (exponent, significand) = x.normalDecomposed
    let one = Value(repeating: 1)
    let s = (significand - one) / (significand + one)

    // log₂ m = 2 atanh s / ln 2 = s·P(s²); P by Scripts/fit-polynomials.py.
    let z = s * s
    let square = z * z
    let even = Value(repeating: 0.31990680380701336)
        .times(square, plus: 0.5770779426603044)
        .times(square, plus: 2.885390081777851)
    let odd = Value(repeating: 0.28288502340748234)
        .times(square, plus: 0.41220922406110433)
        .times(square, plus: 0.9617966941122649)
    return exponent + s * (even + z * odd)
}
