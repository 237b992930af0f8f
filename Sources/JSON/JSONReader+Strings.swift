extension JSONReader {
    package mutating func string() throws(JSONError) -> String {
        let start = position
        guard let string = try withString({ String(utf8: $0) }) else {
            position = start
            skipSpace()
            throw error(.invalidUTF8)
        }
        return string
    }

    /// Reads a string, and calls a body with its bytes, which may be invalid UTF-8.
    ///
    /// - Parameter skipsLoneSurrogates: Whether escapes of half a surrogate pair are left out instead of refused.
    package mutating func withString<Result>(
        skipsLoneSurrogates: Bool = false,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(JSONError) -> Result {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw missing(.missingValue) }
        position += 1
        let start = position
        skipPlainBytes()
        // Most strings have no escapes.
        if peek == UInt8(ascii: "\"") {
            position += 1
            return body(UnsafeBufferPointer(rebasing: bytes[start..<position - 1]))
        }
        var text = Array(bytes[start..<position])
        while true {
            guard let byte = peek else { throw error(.unterminatedString) }
            guard byte >= 0x20 else { throw error(.controlCharacter) }
            position += 1
            if byte == UInt8(ascii: "\"") { return text.withUnsafeBufferPointer(body) }
            do throws(JSONError) {
                let scalar = try escape()
                if scalar.isASCII {
                    text.append(UInt8(truncatingIfNeeded: scalar.value))
                } else {
                    text += String(scalar).utf8
                }
            } catch {
                guard skipsLoneSurrogates, error.reason == .loneSurrogate else { throw error }
            }
            let next = position
            skipPlainBytes()
            text.append(contentsOf: bytes[next..<position])
        }
    }

    /// Skips bytes that stand for themselves.
    private mutating func skipPlainBytes() {
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            position += 1
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw error(.unterminatedString) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            position -= 1
            throw error(.unknownEscape)
        }
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            let trail = try codeUnit()
            if UTF16.isTrailSurrogate(trail) {
                let pair = String(decoding: [unit, trail], as: UTF16.self)
                if let scalar = pair.unicodeScalars.first { return scalar }
            }
        }
        throw error(.loneSurrogate)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(.invalidCodeUnit) }
        position += 4
        return unit
    }
}
