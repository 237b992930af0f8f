/// Trigonometric functions with the same bits on every platform, accurate to a few units in the last place.
///
/// Only what a map needs: angles of up to one turn. They are computed from Taylor series where those need few terms.
extension Double {
    /// The sine of an angle in degrees, −360…360.
    static func sine(degrees: Double) -> Double {
        // Whole quarter turns are subtracted exactly, so that at most an eighth of a turn remains.
        let quarters = (degrees / 90).rounded()
        let angle = (degrees - 90 * quarters) * (.pi / 180)
        let quarter = Int(quarters) & 3
        let value = quarter & 1 == 0 ? smallSine(angle) : smallCosine(angle)
        return quarter & 2 == 0 ? value : -value
    }

    /// The cosine of an angle in degrees, −270…270.
    static func cosine(degrees: Double) -> Double { sine(degrees: degrees + 90) }

    /// The angle, 0…π/2, with this sine and this cosine, neither negative and not both 0.
    static func arc(sine: Double, cosine: Double) -> Double {
        if sine > cosine { return .pi / 2 - arc(sine: cosine, cosine: sine) }
        // Halving the angle twice by tan(x/2) = tan x / (1 + √(1 + tan² x)) makes the series converge quickly.
        var tangent = sine / cosine
        for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
        let square = tangent * tangent
        var sum = 0.0
        for power in stride(from: 21.0, through: 1, by: -2) { sum = 1 / power - square * sum }
        return 4 * tangent * sum
    }

    private static func smallSine(_ x: Double) -> Double {
        let square = x * x
        var sum = 1.0
        for factor in stride(from: 16.0, through: 2, by: -2) {
            sum = 1 - square / (factor * (factor + 1)) * sum
        }
        return x * sum
    }

    private static func smallCosine(_ x: Double) -> Double {
        let square = x * x
        var sum = 1.0
        for factor in stride(from: 17.0, through: 1, by: -2) {
            sum = 1 - square / (factor * (factor + 1)) * sum
        }
        return sum
    }
}
