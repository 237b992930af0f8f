/// The elementary functions that schedules use, with the same bits on every platform.
///
/// The C library's and the browser's own functions differ in the last bit in one call of ten, so they must not be used for
/// anything on which server and browser have to agree.
extension Double {
    /// e to the power of `x`, within one unit in the last place.
    package static func exp(_ x: Double) -> Double { exponential(x) }

    /// The natural logarithm of `x`, within one unit in the last place.
    package static func log(_ x: Double) -> Double { logarithm(x) }

    /// `x` to the power of `y`, within one unit in the last place.
    package static func pow(_ x: Double, _ y: Double) -> Double { power(x, y) }
}
