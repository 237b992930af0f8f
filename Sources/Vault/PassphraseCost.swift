internal import Sodium

/// How hard it is to try a passphrase.
public struct PassphraseCost: Hashable, Sendable {
    /// How many KiB of memory a try fills.
    public let memory: Int
    /// How often it passes over them.
    public let passes: Int

    /// Describes a measure.
    public init(memory: Int, passes: Int) {
        self.memory = memory
        self.passes = passes
    }

    /// 256 MiB, and as many passes as take this machine half a second, three at least.
    public static func usual() throws(VaultError) -> PassphraseCost {
        let least = PassphraseCost(memory: 256 << 10, passes: 3)
        let probe = least.hash()
        let clock = ContinuousClock()
        let start = clock.now
        guard probe.key(of: SecretBytes([0]), count: Envelope.keySize) != nil else {
            throw .noMemory
        }
        let time = clock.now - start
        // A machine that was busy just now makes the tries of a quiet one too cheap, but never cheaper than three passes.
        let passes = Int((.milliseconds(500) / time * Double(least.passes)).rounded(.up))
        return PassphraseCost(memory: least.memory, passes: min(max(passes, least.passes), 16))
    }

    func hash() -> PassphraseHash {
        let salt = SecureGenerator.bytes(count: PassphraseHash.saltSize)
        guard let hash = PassphraseHash(memory: memory, passes: passes, salt: salt) else {
            preconditionFailure("No passphrase takes \(memory) KiB and \(passes) passes")
        }
        return hash
    }
}
