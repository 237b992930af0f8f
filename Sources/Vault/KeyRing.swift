internal import Sodium

/// The ways to unlock one library, as they stand in a small file beside it that everybody may read.
///
/// Each slot is in an envelope of its own. What its owner calls it and when it was used last is under the library's key, as
/// is the seal on the whole; a digest tells a bit that fell over even while nobody has the key.
public struct KeyRing: Hashable, Sendable {
    /// Which sealed files it belongs to.
    public let vault: VaultID
    /// The ways to unlock, in the order in which they were added.
    public internal(set) var slots: [KeySlot]
    /// Whose files may still lie under the keys before: they were being changed when the program ended.
    var earlier: [VaultID] = []
    var labels: [UInt8]
    var seal: [UInt8]

    /// The most slots a library takes.
    public static let maximumSlots = 32

    /// More than any of its files has.
    static let maximumSize = 256 << 10

    /// What is in an envelope under the library's key: a few words for each slot.
    static let maximumLabels = 32 << 10

    /// The passkeys that work at an address.
    public func passkeys(at relyingParty: String) -> [(slot: KeySlotID, passkey: Passkey)] {
        slots.compactMap { slot in
            guard case .passkey(let passkey) = slot.means,
                passkey.relyingParty == relyingParty
            else { return nil }
            return (slot.id, passkey)
        }
    }

    // MARK: - Unlocking

    /// Tries a passphrase on every slot that takes one; as slow as it was made, on purpose.
    public func open(with passphrase: Passphrase) throws(VaultError) -> OpenKeyRing {
        for slot in slots {
            guard case .passphrase(let means) = slot.means else { continue }
            let slotKey = try passphrase.key(means.hash)
            if let ring = try open(slot, with: slotKey) { return ring }
        }
        throw .wrongPassphrase
    }

    /// Tries a recovery code.
    public func open(with code: RecoveryCode) throws(VaultError) -> OpenKeyRing {
        for slot in slots {
            guard case .recoveryCode(let salt) = slot.means else { continue }
            if let ring = try open(slot, with: code.key(salt: salt)) { return ring }
        }
        throw .wrongRecoveryCode
    }

    /// Opens one slot with what its passkey made of the salt (PRF); who may ask for that was settled before.
    public func open(
        _ slot: KeySlotID,
        with secret: PasskeySecret
    ) throws(VaultError) -> OpenKeyRing {
        guard let slot = slots.first(where: { $0.id == slot }),
            case .passkey(let passkey) = slot.means,
            let ring = try open(slot, with: secret.key(of: passkey))
        else { throw .wrongPasskey }
        return ring
    }

    private func open(
        _ slot: KeySlot,
        with slotKey: SecretBytes
    ) throws(VaultError) -> OpenKeyRing? {
        guard let key = slot.open(with: slotKey, vault: vault) else { return nil }
        return try OpenKeyRing(self, key: key, openedBy: slot.id)
    }
}

/// What a passkey makes of a salt, and nobody else can.
public struct PasskeySecret: Sendable {
    let secret: SecretBytes

    /// Takes the 32 bytes over and wipes them where they lie; nil where they are not 32.
    public init?(taking bytes: inout [UInt8]) {
        guard bytes.count == 32 else { return nil }
        secret = SecretBytes(taking: &bytes)
    }

    func key(of passkey: Passkey) -> SecretBytes {
        KeyDerivation.key(
            of: secret,
            salt: passkey.salt,
            info: Array("omena 1 passkey ".utf8) + passkey.relyingParty.utf8
        )
    }
}
