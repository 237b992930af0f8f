import CSodium

/// What it takes to make a key of a passphrase: Argon2id (RFC 9106), in one lane.
public struct PassphraseHash: Hashable, Sendable {
    /// How many KiB of memory it fills.
    public let memory: Int
    /// How often it passes over them.
    public let passes: Int
    /// 16 random bytes, so that no two passphrases are tried at once.
    public let salt: [UInt8]

    /// How many bytes a salt has.
    public static let saltSize = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// What may be asked for: no file makes a server fill more than 4 GiB, or wait for minutes.
    public static let memories = 8...(4 << 20)
    /// How many passes may be asked for.
    public static let allPasses = 1...64

    /// Takes what was settled before; nil where it is out of bounds.
    public init?(memory: Int, passes: Int, salt: [UInt8]) {
        guard Self.memories.contains(memory), Self.allPasses.contains(passes),
            salt.count == Self.saltSize
        else { return nil }
        self.memory = memory
        self.passes = passes
        self.salt = salt
    }

    /// Makes a key of `count` bytes; nil where there is not enough memory.
    public func key(of passphrase: SecretBytes, count: Int) -> SecretBytes? {
        _ = Sodium.isReady
        return try? SecretBytes(count: count) { room in
            let code = passphrase.withPointer { characters in
                characters.withMemoryRebound(to: CChar.self, capacity: passphrase.count) {
                    crypto_pwhash_argon2id(
                        room,
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
