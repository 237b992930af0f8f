import CSodium

/// The SHA-256 hash of some bytes.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The size in bytes.
    package static let size = Int(crypto_hash_sha256_BYTES)

    package let bytes: [UInt8]

    package init(of content: some Sequence<UInt8>) {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        let isHashed: Void? = content.withContiguousStorageIfAvailable { content in
            _ = crypto_hash_sha256(&bytes, content.baseAddress, UInt64(content.count))
        }
        if isHashed == nil {
            let content = [UInt8](content)
            _ = crypto_hash_sha256(&bytes, content, UInt64(content.count))
        }
        self.bytes = bytes
    }

    /// The HMAC-SHA-256 of `content`, 32 bytes.
    package static func keyed(_ key: SecretBytes, of content: [UInt8]) -> [UInt8] {
        precondition(key.count == Int(crypto_auth_hmacsha256_KEYBYTES))
        var bytes = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        key.withPointer { key in
            _ = crypto_auth_hmacsha256(&bytes, content, UInt64(content.count), key)
        }
        return bytes
    }

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits, lower-case only, so that every digest has one text.
    package init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.size else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(of: digits[index]),
                let low = Self.value(of: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The 64 hexadecimal digits in lower case.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
