/// The three functions that schedules are made of, the same to the last bit wherever they run.
///
/// The C library's and the browser's own differ from one another in one call of ten, by the last bit, so nothing that
/// both homes must agree on may use those.
extension Double {
    /// e to the power of `x`, within one unit in the last place.
    package static func exp(_ x: Double) -> Double { exponential(x) }

    /// The natural logarithm of `x`, within one unit in the last place.
    package static func log(_ x: Double) -> Double { logarithm(x) }

    /// `x` to the power of `y`, within one unit in the last place.
    package static func pow(_ x: Double, _ y: Double) -> Double { power(x, y) }
}
