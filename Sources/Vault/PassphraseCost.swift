internal import Sodium

package struct PassphraseCost: Hashable, Sendable {
    /// The memory in KiB.
    package let memory: Int
    /// The number of passes over the memory.
    package let passes: Int

    package init(memory: Int, passes: Int) {
        self.memory = memory
        self.passes = passes
    }

    /// The cost of a new passphrase, which the build for tests lowers.
    package static func usual() throws(VaultError) -> PassphraseCost {
        #if OMENA_TESTING
            PassphraseCost(memory: 8 << 10, passes: 1)
        #else
            try slow()
        #endif
    }

    /// 256 MiB, and the number of passes that take half a second on this machine, but at least three.
    package static func slow() throws(VaultError) -> PassphraseCost {
        let least = PassphraseCost(memory: PassphraseHash.memories.upperBound, passes: 3)
        let probe = least.hash()
        let clock = ContinuousClock()
        let start = clock.now
        guard probe.key(of: SecretBytes([0]), count: Envelope.keySize) != nil else {
            throw .noMemory
        }
        let time = clock.now - start
        let most = PassphraseHash.allPasses.upperBound
        // If the machine is busy now, the result is too low for an idle one, but never below three passes.
        let passes = Int((.milliseconds(500) / time * Double(least.passes)).rounded(.up))
        return PassphraseCost(memory: least.memory, passes: min(max(passes, least.passes), most))
    }

    func hash() -> PassphraseHash {
        let salt = SecureGenerator.bytes(count: PassphraseHash.saltSize)
        guard let hash = PassphraseHash(memory: memory, passes: passes, salt: salt) else {
            preconditionFailure("No passphrase takes \(memory) KiB and \(passes) passes")
        }
        return hash
    }
}
