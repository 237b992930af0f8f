extension [UInt8] {
    /// Writes a number behind the rest, as every library has a million of them.
    package mutating func append(digitsOf number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        // From the last digit to the first; none has more than twenty.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var place = digits.count
            repeat {
                place -= 1
                digits.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            append(contentsOf: digits[place...])
        }
    }
}
