/// The SHA-256 of a picture or sound: what a file is known by, whatever notes call it.
public struct MediaHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Wraps a hash; nil where it is not 32 bytes long.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

extension MediaHash: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    /// Reads what `description` writes.
    public init?(_ text: some StringProtocol) {
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
    /// Where a page finds the picture or sound.
    public var address: String { "/media/\(self)" }
}
