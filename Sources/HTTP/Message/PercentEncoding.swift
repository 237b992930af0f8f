/// Percent-encoding of bytes in addresses (RFC 3986).
enum PercentEncoding {
    static func decodeSegment(_ bytes: some Collection<UInt8>) throws(HTTPError) -> String {
        try decode(bytes, plusIsSpace: false) { $0 < 0x20 || $0 == 0x7F }
    }

    /// Decodes one name or value of a form.
    static func decodeFormText(_ bytes: some Collection<UInt8>) throws(HTTPError) -> String {
        try decode(bytes, plusIsSpace: true) {
            ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D) || $0 == 0x7F
        }
    }

    /// Escapes everything that is neither "reserved" nor "unreserved" in RFC 3986.
    static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: { !isAllowed($0) }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
            UInt8(ascii: "}"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func decode(
        _ bytes: some Collection<UInt8>,
        plusIsSpace: Bool,
        isRefused: (UInt8) -> Bool
    ) throws(HTTPError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while var byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(hexadecimal),
                    let low = rest.next().flatMap(hexadecimal)
                else {
                    throw HTTPError(.badRequest, message: "The address has an invalid % escape.")
                }
                byte = high << 4 | low
            } else if plusIsSpace, byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            }
            if isRefused(byte) {
                throw HTTPError(.badRequest, message: "The request has a control character.")
            }
            decoded.append(byte)
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw HTTPError(.badRequest, message: "The address is not UTF-8.")
        }
        return text
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
