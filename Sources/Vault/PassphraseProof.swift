internal import Sodium

/// What shows that somebody knows a passphrase, without storing it: a salted Argon2id hash.
package struct PassphraseProof: Hashable, Sendable {
    private let hash: PassphraseHash
    private let digest: [UInt8]

    #if OMENA_TESTING
        private static let (memory, passes) = (8 << 10, 1)
    #else
        // What OWASP's and RFC 9106's second recommendation come to: 64 MiB and three passes.
        private static let (memory, passes) = (64 << 10, 3)
    #endif
    private static let size = 32

    /// Of a new passphrase; takes a tenth of a second.
    ///
    /// - Throws: `VaultError.noMemory`.
    package init(of passphrase: Passphrase) throws(VaultError) {
        let salt = SecureGenerator.bytes(count: PassphraseHash.saltSize)
        guard let hash = PassphraseHash(memory: Self.memory, passes: Self.passes, salt: salt),
            let digest = hash.key(of: passphrase.secret, count: Self.size)
        else { throw .noMemory }
        self.hash = hash
        self.digest = digest.revealed
    }

    /// Nil if the text is not one that `text` wrote.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, let memory = Int(parts[0]), let passes = Int(parts[1]),
            let salt = Hexadecimal.bytes(of: parts[2]),
            let hash = PassphraseHash(memory: memory, passes: passes, salt: salt),
            let digest = Hexadecimal.bytes(of: parts[3]), digest.count == Self.size
        else { return nil }
        self.hash = hash
        self.digest = digest
    }

    /// To be stored.
    package var text: String {
        "\(hash.memory) \(hash.passes) \(Hexadecimal.text(of: hash.salt)) \(Hexadecimal.text(of: digest))"
    }

    /// Whether the passphrase is right; takes as long if it is not.
    package func accepts(_ passphrase: Passphrase) throws(VaultError) -> Bool {
        guard let key = hash.key(of: passphrase.secret, count: Self.size) else { throw .noMemory }
        return ConstantTime.areEqual(key.revealed, digest)
    }
}
