/// e to the power of `x`, for every Double.
///
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2, so eˣ = 2ⁿ·eʳ.
@inline(__always)
func exponential<Value: Lanes>(_ x: Value) -> Value {
    // Beyond these bounds the result is zero or infinite anyway, and within them n is small enough for `scaled(byTwoTo:)`.
    let least = Value(repeating: -750)
    let most = Value(repeating: 720)
    let x = x.replacing(with: least, where: x .< least).replacing(with: most, where: most .< x)

    let n = (x * Value(repeating: 1.4426950408889634) + .rounder) - .rounder
    // ln 2 in two parts, the first short enough that its product with n is exact.
    let high = x - n * Value(repeating: 0.6931471805592082)
    let low = n * Value(repeating: -7.371002565167799e-13)
    return exponential(high, low).scaled(byTwoTo: n)
}

/// e to the power of `high + low`, where |high| ≤ 0.36 and |low| is far smaller.
///
/// eʳ = 1 + r + r²·P(r). The rounding errors of 1 + r and of r itself are added before the last addition.
@inline(__always)
func exponential<Value: Lanes>(_ high: Value, _ low: Value) -> Value {
    let r = high + low
    let lost = (high - r) + low

    // P, by Scripts/fit-polynomials.py. Two short chains of operations finish sooner than a long one.
    let square = r * r
    let even = Value(repeating: 2.0914679376583935e-09)
        .times(square, plus: 2.7557273661348637e-07)
        .times(square, plus: 2.4801587325533363e-05)
        .times(square, plus: 0.0013888888888883752)
        .times(square, plus: 0.04166666666666667)
        .times(square, plus: 0.5)
    let odd = Value(repeating: 2.510520637395701e-08)
        .times(square, plus: 2.7557255425746435e-06)
        .times(square, plus: 0.00019841269874800493)
        .times(square, plus: 0.008333333333326141)
        .times(square, plus: 0.1666666666666667)

    let one = Value(repeating: 1)
    let sum = one + r
    return sum + (((one - sum) + r) + (lost + square * (even + r * odd)))
}
