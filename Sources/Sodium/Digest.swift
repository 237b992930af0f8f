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

    /// The first 128 bits of the keyed BLAKE2b of `content`, which is several times as fast.
    package static func keyed(
        _ key: SecretBytes,
        of content: UnsafeRawBufferPointer,
        salt: UInt64
    ) -> (UInt64, UInt64) {
        var hash: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &hash) { hash in
            withUnsafeBytes(of: (salt.littleEndian, 0 as UInt64)) { salt in
                let (hash, salt) = (
                    hash.assumingMemoryBound(to: UInt8.self),
                    salt.assumingMemoryBound(to: UInt8.self)
                )
                guard let start = hash.baseAddress else { return }
                key.withPointer { key in
                    _ = crypto_generichash_blake2b_salt_personal(
                        start,
                        hash.count,
                        content.assumingMemoryBound(to: UInt8.self).baseAddress,
                        UInt64(content.count),
                        key,
                        self.size,
                        salt.baseAddress,
                        nil
                    )
                }
            }
        }
        return (UInt64(littleEndian: hash.0), UInt64(littleEndian: hash.1))
    }

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits, lower-case only, so that every digest has one text.
    package init?(_ text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The 64 hexadecimal digits in lower case.
    package var description: String { Hexadecimal.text(of: bytes) }
}
