package enum TextEncoding: String, CaseIterable, Codable, Sendable {
    case utf8 = "utf-8"
    case utf16LE = "utf-16le"
    case utf16BE = "utf-16be"
    /// Undefined bytes are those of ISO 8859-1.
    case windows1252 = "windows-1252"

    /// Parses a name such as `latin1`, `ISO-8859-1`, `cp1252` or `UTF-16`.
    package init?(named name: String) {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        switch letters {
        case "utf8": self = .utf8
        case "utf16", "utf16le", "unicode": self = .utf16LE
        case "utf16be": self = .utf16BE
        case "windows1252", "cp1252", "latin1", "iso88591", "ansi": self = .windows1252
        default: return nil
        }
    }

    /// Tells by the byte order mark, or by zeros as in UTF-16; otherwise UTF-8.
    package init(guessedFrom bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16LE
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16BE
        } else {
            var zeros = (even: 0, odd: 0)
            for (place, byte) in bytes.prefix(1_024).enumerated() where byte == 0 {
                if place % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
            }
            let most = min(bytes.count, 1_024) / 8
            if zeros.odd > most, zeros.odd > 4 * zeros.even {
                self = .utf16LE
            } else if zeros.even > most, zeros.even > 4 * zeros.odd {
                self = .utf16BE
            } else {
                self = .utf8
            }
        }
    }

    /// The text in UTF-8, without a byte order mark.
    package func utf8(of bytes: [UInt8]) throws(EncodingError) -> [UInt8] {
        switch self {
        case .utf8: try Self.valid(bytes)
        case .utf16LE: try Self.utf8(of: bytes, high: 1)
        case .utf16BE: try Self.utf8(of: bytes, high: 0)
        case .windows1252: Self.utf8(ofWindows: bytes)
        }
    }

    /// Bytes that are invalid in the encoding.
    package struct EncodingError: Error, Hashable, Sendable {
        /// From 1.
        package var line: Int
    }

    private static func valid(_ bytes: [UInt8]) throws(EncodingError) -> [UInt8] {
        do {
            try UTF8Span.check(bytes)
        } catch {
            throw EncodingError(line: lines(before: error.offset, in: bytes))
        }
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private static func lines(before offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    }

    private static func utf8(of bytes: [UInt8], high: Int) throws(EncodingError) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            units.append(
                UInt16(clamping: bytes[place + high]) << 8
                    | UInt16(clamping: bytes[place + 1 - high])
            )
        }
        if units.first == 0xFEFF { units.removeFirst() }
        var utf8: [UInt8] = []
        utf8.reserveCapacity(units.count)
        let isBroken = transcode(
            units.makeIterator(),
            from: UTF16.self,
            to: UTF8.self,
            stoppingOnError: true
        ) { utf8.append($0) }
        if isBroken || bytes.count % 2 == 1 {
            throw EncodingError(line: lines(before: utf8.count, in: utf8))
        }
        return utf8
    }

    private static func utf8(ofWindows bytes: [UInt8]) -> [UInt8] {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            switch byte {
            case ..<0x80: utf8.append(byte)
            case 0x80..<0xA0: utf8 += String(windowsOnly[Int(clamping: byte) - 0x80]).utf8
            default:
                utf8.append(0xC0 | byte >> 6)
                utf8.append(0x80 | byte & 0x3F)
            }
        }
        return utf8
    }

    /// The characters of Windows-1252 in place of the control characters of ISO 8859-1; five are undefined.
    private static let windowsOnly = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
    )
}

extension UTF8Span {
    fileprivate struct Flaw: Error { var offset: Int }

    fileprivate static func check(_ bytes: [UInt8]) throws(Flaw) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw Flaw(offset: error.byteOffsets.lowerBound)
        }
    }
}
