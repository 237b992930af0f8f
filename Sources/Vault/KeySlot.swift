internal import Sodium

/// Knows a slot again, whatever it is called.
public struct KeySlotID: Hashable, Sendable {
    /// The 16 bytes.
    public let bytes: [UInt8]

    static let size = 16

    init() { bytes = SecureGenerator.bytes(count: Self.size) }

    init(bytes: [UInt8]) { self.bytes = bytes }
}

/// One way to unlock a library: its key in an envelope that one passphrase, passkey or recovery code opens.
public struct KeySlot: Hashable, Sendable {
    /// What opens a slot, as far as everybody may know.
    public enum Means: Hashable, Sendable {
        case passphrase(PassphraseMeans)
        case passkey(Passkey)
        case recoveryCode(salt: [UInt8])
    }

    /// Knows it again.
    public let id: KeySlotID
    /// What opens it.
    public internal(set) var means: Means
    var envelope: [UInt8]

    static let saltSize = 32
    static let envelopeSize = VaultKey.size + Envelope.overhead

    /// Puts the library's key under another.
    init(_ means: Means, holding key: VaultKey, under slotKey: SecretBytes) {
        id = KeySlotID()
        self.means = means
        envelope = []
        envelope = Envelope.close(key.secret, under: slotKey, context: context(of: key.vault))
    }

    init(id: KeySlotID, means: Means, envelope: [UInt8]) {
        self.id = id
        self.means = means
        self.envelope = envelope
    }

    /// The library's key; nil where the slot's key is another.
    func open(with slotKey: SecretBytes, vault: VaultID) -> VaultKey? {
        Envelope.open(envelope, under: slotKey, context: context(of: vault))
            .flatMap { VaultKey(vault: vault, secret: $0) }
    }

    /// What has to be the same when the envelope is opened: no slot can be moved, nor told to be opened more cheaply.
    private func context(of vault: VaultID) -> [UInt8] {
        var bytes = Array("omena 1 slot".utf8) + vault.bytes + id.bytes
        means.append(to: &bytes, isFixed: true)
        return bytes
    }
}

/// How a passphrase becomes a key.
public struct PassphraseMeans: Hashable, Sendable {
    let hash: PassphraseHash
}

/// A passkey, as far as everybody may know: who asks for it, what names it, and how its signatures are checked.
public struct Passkey: Hashable, Sendable {
    /// The site that it was made for, `localhost`; it works nowhere else.
    public let relyingParty: String
    /// What its authenticator calls it.
    public let credential: [UInt8]
    /// Its public key, as the authenticator gave it (COSE).
    public let publicKey: [UInt8]
    /// What its authenticator is asked to make a secret of (PRF).
    public let salt: [UInt8]
    /// How often it has signed, as far as it says; a clone is found out by it.
    public internal(set) var signCount: UInt32

    /// The longest names that are kept.
    static let maximumSize = 1024

    /// Describes a passkey; nil where something is longer than any authenticator makes it.
    init?(
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
