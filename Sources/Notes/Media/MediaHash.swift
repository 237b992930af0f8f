/// The SHA-256 of a picture or sound, which identifies the content whatever its name.
package struct MediaHash: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

extension MediaHash: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard text.utf8.count == 64, digits.count == 64 else { return nil }
        self.init(bytes: (0..<32).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] })
    }
}

extension MediaHash {
    /// The path of the picture or sound on the server.
    package var address: String { "\(SiteBase.path)/media/\(self)" }
}
