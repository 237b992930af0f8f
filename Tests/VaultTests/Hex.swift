extension [UInt8] {
    /// Parses bytes in the notation of the standards.
    init(hex text: String) {
        let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
