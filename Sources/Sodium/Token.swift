import CSodium

/// A secret that nobody can guess, as text that fits into a cookie or an address.
public struct Token: Hashable, Sendable {
    /// The secret in base 64 with `-` and `_`, without padding.
    public let text: String

    /// Draws a new one of `count` random bytes; 32 are more than anybody can try.
    public init(byteCount count: Int = 32) {
        let bytes = SecureGenerator.bytes(count: count)
        let size = sodium_base64_encoded_len(count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        var text = [CChar](repeating: 0, count: size)
        sodium_bin2base64(&text, size, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        self.text = String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Random numbers that nobody can foresee.
public struct SecureGenerator: RandomNumberGenerator, Sendable {
    /// Makes one; all are alike.
    public init() {}

    /// Draws 64 random bits.
    public mutating func next() -> UInt64 {
        _ = Sodium.isReady
        var number: UInt64 = 0
        randombytes_buf(&number, MemoryLayout<UInt64>.size)
        return number
    }

    /// So many random bytes.
    public static func bytes(count: Int) -> [UInt8] {
        _ = Sodium.isReady
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            if let start = bytes.baseAddress { randombytes_buf(start, count) }
            initialized = count
        }
    }
}
