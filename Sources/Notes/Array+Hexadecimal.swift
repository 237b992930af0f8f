extension [UInt8] {
    /// Parses lower-case hexadecimal digits, two for each byte.
    init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Lower-case hexadecimal digits, two for each byte.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
