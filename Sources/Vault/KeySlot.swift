internal import Sodium

/// Identifies a slot, which may be renamed.
package struct KeySlotID: Hashable, Sendable {
    package let bytes: [UInt8]

    static let size = 16

    init() { bytes = SecureGenerator.bytes(count: Self.size) }

    init(bytes: [UInt8]) { self.bytes = bytes }
}

/// One way to unlock a library: the library's key, encrypted for one passphrase, passkey or recovery code.
package struct KeySlot: Hashable, Sendable {
    /// The public part of what opens a slot.
    package enum Means: Hashable, Sendable {
        case passphrase(PassphraseMeans)
        case passkey(Passkey)
        case recoveryCode(salt: [UInt8])
    }

    package let id: KeySlotID
    package internal(set) var means: Means
    var envelope: [UInt8]

    static let saltSize = 32
    static let envelopeSize = VaultKey.size + Envelope.overhead
}

extension KeySlot {
    /// Encrypts the library's key with the slot's key.
    init(_ means: Means, holding key: VaultKey, under slotKey: SecretBytes) {
        self.init(id: KeySlotID(), means: means, envelope: [])
        envelope = Envelope.close(key.secret, under: slotKey, context: context(of: key.vault))
    }

    /// The library's key; nil if the slot's key is wrong.
    func open(with slotKey: SecretBytes, vault: VaultID) -> VaultKey? {
        Envelope.open(envelope, under: slotKey, context: context(of: vault))
            .flatMap { VaultKey(vault: vault, secret: $0) }
    }

    /// The associated data of the envelope, so that a slot can be neither moved to another library nor given a lower cost.
    private func context(of vault: VaultID) -> [UInt8] {
        var bytes = Array("omena 1 slot".utf8) + vault.bytes + id.bytes
        means.append(to: &bytes, isFixed: true)
        return bytes
    }
}

/// How a key is derived from a passphrase.
package struct PassphraseMeans: Hashable, Sendable {
    let hash: PassphraseHash
}

/// The public part of a passkey: its relying party, its id, and how to verify its signatures.
package struct Passkey: Hashable, Sendable {
    /// The site that it was created for, such as `localhost`; it works nowhere else.
    package let relyingParty: String
    package let credential: [UInt8]
    /// Its public key in COSE format.
    package let publicKey: [UInt8]
    /// The salt from which its authenticator derives the secret (PRF).
    package let salt: [UInt8]
    /// The signature counter that it last reported, by which clones are detected.
    package internal(set) var signCount: UInt32

    /// The maximum size of the id and of the key in bytes.
    static let maximumSize = 1024

    /// The salt of one whose secret nobody asks for.
    package static let unusedSalt = [UInt8](repeating: 0, count: KeySlot.saltSize)

    /// Nil if a value has an impossible size.
    package init?(
        relyingParty: String,
        credential: [UInt8],
        publicKey: [UInt8],
        salt: [UInt8],
        signCount: UInt32
    ) {
        guard (1...253).contains(relyingParty.utf8.count),
            (1...Self.maximumSize).contains(credential.count),
            (1...Self.maximumSize).contains(publicKey.count), salt.count == KeySlot.saltSize
        else { return nil }
        self.relyingParty = relyingParty
        self.credential = credential
        self.publicKey = publicKey
        self.salt = salt
        self.signCount = signCount
    }
}
