extension [UInt8] {
    /// Appends a number in decimal, without the temporary string: an import writes millions.
    package mutating func append(digitsOf number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        // The last digit first; there are at most twenty.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            repeat {
                start -= 1
                digits.initializeElement(
                    at: start,
                    to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                )
                rest /= 10
            } while rest > 0
            append(contentsOf: digits[start...])
        }
    }
}
