extension FixedWidthInteger {
    /// The nearest integer to a number of any size; 0 for NaN.
    package init(clamping number: Double) {
        let number = number.rounded()
        // The upper limit may not be a `Double`, but the power of two after it is.
        if number.isNaN {
            self = 0
        } else if number <= Double(Self.min) {
            self = .min
        } else if number >= Double(Self.max) {
            self = .max
        } else {
            self = Self(number)
        }
    }
}
