extension String {
    /// The text as a JSON string, exactly as `JSONEncoder` writes it without escaping slashes; nil if it needs
    /// escapes other than those of quotes, backslashes, tabs and line breaks.
    package var quotedAsJSON: String? {
        var text = self
        return text.withUTF8 { bytes in
            var length = bytes.count + 2
            for byte in bytes where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                guard Self.escape(byte) != nil else { return nil }
                length += 1
            }
            return String(unsafeUninitializedCapacity: length) { json in
                json[0] = UInt8(ascii: "\"")
                var place = 1
                for byte in bytes {
                    if let escape = Self.escape(byte) {
                        json[place] = UInt8(ascii: "\\")
                        json[place + 1] = escape
                        place += 2
                    } else {
                        json[place] = byte
                        place += 1
                    }
                }
                json[place] = UInt8(ascii: "\"")
                return place + 1
            }
        }
    }

    /// The character after the backslash.
    private static func escape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }
}
