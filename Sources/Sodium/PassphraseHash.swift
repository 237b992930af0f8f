import CSodium

/// The parameters for deriving a key from a passphrase: Argon2id (RFC 9106) with one lane.
package struct PassphraseHash: Hashable, Sendable {
    /// The memory in KiB.
    package let memory: Int
    /// The number of passes over the memory.
    package let passes: Int
    /// 16 random bytes, so that each passphrase must be attacked separately.
    package let salt: [UInt8]

    /// The size of a salt in bytes.
    package static let saltSize = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// The valid range: up to what Omena chooses itself, so that no forged file makes it fill the memory or wait for minutes.
    package static let memories = 8...(256 << 10)
    /// The valid range of passes.
    package static let allPasses = 1...16

    /// Nil if out of range.
    package init?(memory: Int, passes: Int, salt: [UInt8]) {
        guard Self.memories.contains(memory), Self.allPasses.contains(passes),
            salt.count == Self.saltSize
        else { return nil }
        self.memory = memory
        self.passes = passes
        self.salt = salt
    }

    /// Derives a key of `count` bytes; nil if there is not enough memory.
    package func key(of passphrase: SecretBytes, count: Int) -> SecretBytes? {
        _ = Sodium.isReady
        return try? SecretBytes(count: count) { buffer in
            let code = passphrase.withPointer { characters in
                characters.withMemoryRebound(to: CChar.self, capacity: passphrase.count) {
                    crypto_pwhash_argon2id(
                        buffer,
                        UInt64(count),
                        $0,
                        UInt64(passphrase.count),
                        salt,
                        UInt64(passes),
                        memory << 10,
                        crypto_pwhash_argon2id_ALG_ARGON2ID13
                    )
                }
            }
            guard code == 0 else { throw NoMemory() }
        }
    }

    private struct NoMemory: Error {}
}
