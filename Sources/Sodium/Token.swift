import CSodium

/// A random secret as text for cookies and URLs.
package struct Token: Hashable, Sendable {
    /// Base64 with `-` and `_` and without padding.
    package let text: String

    /// Creates one from `count` random bytes; 32 are beyond any attack.
    package init(byteCount count: Int = 32) {
        let bytes = SecureGenerator.bytes(count: count)
        let size = sodium_base64_encoded_len(count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        var text = [CChar](repeating: 0, count: size)
        sodium_bin2base64(&text, size, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        self.text = String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A cryptographically secure random number generator.
package struct SecureGenerator: RandomNumberGenerator, Sendable {
    package init() {}

    package mutating func next() -> UInt64 {
        _ = Sodium.isReady
        var number: UInt64 = 0
        randombytes_buf(&number, MemoryLayout<UInt64>.size)
        return number
    }

    package static func bytes(count: Int) -> [UInt8] {
        _ = Sodium.isReady
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            if let start = bytes.baseAddress { randombytes_buf(start, count) }
            initialized = count
        }
    }
}
