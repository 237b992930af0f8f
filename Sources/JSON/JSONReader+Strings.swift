extension JSONReader {
    package mutating func string() throws(JSONError) -> String {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw missing(.missingValue) }
        let start = position
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            position += 1
        }
        // Most strings have no escapes.
        if peek == UInt8(ascii: "\"") {
            position += 1
            let text = UnsafeBufferPointer(rebasing: bytes[start + 1..<position - 1])
            if let string = String(utf8: text) { return string }
            position = start
            throw error(.invalidUTF8)
        }
        var text = Array(bytes[start + 1..<position])
        while true {
            guard let byte = peek else { throw error(.unterminatedString) }
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = text.withUnsafeBufferPointer({ String(utf8: $0) }) else {
                    position = start
                    throw error(.invalidUTF8)
                }
                return string
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
                    text.append(byte)
                } else {
                    text.append(contentsOf: String(scalar).utf8)
                }
            case 0..<0x20:
                position -= 1
                throw error(.controlCharacter)
            default:
                text.append(byte)
            }
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
