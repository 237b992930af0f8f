extension [UInt8] {
    /// Appends a number without creating a string, because a library contains millions of numbers.
    package mutating func append(digitsOf number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        // From the last digit to the first; at most twenty.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var position = digits.count
            repeat {
                position -= 1
                digits.initializeElement(at: position, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            append(contentsOf: digits[position...])
        }
    }
}
