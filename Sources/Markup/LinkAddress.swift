/// The allowed targets of links on cards.
enum LinkAddress {
    private static let schemes = ["https:", "http:", "mailto:"]

    /// The address if it leads to a web page or mailbox; nil for anything that could run a script or send a request to Omena.
    ///
    /// Browsers ignore spaces before an address, and tabs and line breaks within it.
    static func clean(_ address: String) -> String? {
        let seen = String.UnicodeScalarView(
            address.unicodeScalars.drop { $0.value <= 0x20 }
                .filter { ![9, 10, 13].contains($0.value) }
        )
        let text = String(seen)
        let lower = text.prefix(8).lowercased()
        guard let scheme = schemes.first(where: lower.hasPrefix) else { return nil }
        guard scheme == "mailto:" || text.dropFirst(scheme.count).hasPrefix("//") else {
            return nil
        }
        return text
    }
}

extension String {
    /// The text with percent-encoding decoded; nil if there is none, or if the result is not UTF-8.
    var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let text = String(validating: digits, as: UTF8.self), !text.hasPrefix("+"),
                let read = UInt8(text, radix: 16)
            {
                bytes.append(read)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
