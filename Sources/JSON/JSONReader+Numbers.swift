extension JSONReader {
    /// Reads a whole number that `Int64` can hold.
    package mutating func integer() throws(JSONError) -> Int64 {
        let start = position
        guard let integer = Self.integer(try number()) else {
            position = start
            throw error(.missingValue)
        }
        return integer
    }

    /// Nil unless it is a whole number that `Int64` can hold; faster than Swift's parser.
    static func integer(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        // Below zero, where there is one number more.
        var integer: Int64 = 0
        for byte in isNegative ? text.dropFirst() : text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (tens, isTooLarge) = integer.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = tens.subtractingReportingOverflow(
                Int64(truncatingIfNeeded: digit)
            )
            guard !isTooLarge, !isSumTooLarge else { return nil }
            integer = sum
        }
        if isNegative { return integer }
        return integer == .min ? nil : -integer
    }

    /// Reads a number, rounded to the nearest `Double`.
    package mutating func double() throws(JSONError) -> Double {
        let start = position
        let text = try number()
        if let double = Self.shortDecimal(text) { return double }
        guard let double = Double(String(decoding: text, as: UTF8.self)) else {
            position = start
            throw error(.missingValue)
        }
        return double
    }

    /// Skips a number, and returns its bytes.
    mutating func number() throws(JSONError) -> Slice<UnsafeBufferPointer<UInt8>> {
        skipSpace()
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return bytes[start..<position]
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        guard position > start else { throw error(.missingDigit) }
    }

    /// A number with at most 15 digits and no exponent, which is faster than Swift's parser: a log has hundreds of thousands.
    ///
    /// Numerator and denominator are exact, so the quotient is rounded only once.
    private static func shortDecimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        guard text.count <= 16, text.first != UInt8(ascii: "-") else { return nil }
        var digits: Int64 = 0
        var places: Int?
        for byte in text {
            if byte == UInt8(ascii: ".") {
                places = 0
            } else {
                let digit = byte &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                digits = 10 * digits + Int64(truncatingIfNeeded: digit)
                places? += 1
            }
        }
        return digits < 1_000_000_000_000_000 ? Double(digits) / powersOfTen[places ?? 0] : nil
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
