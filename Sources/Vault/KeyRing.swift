internal import Sodium

/// The ways to unlock a library, stored in an unencrypted file beside it.
///
/// Each slot has its own envelope. Its name and time of last use are encrypted with the library's key, which also
/// authenticates the whole ring; a digest detects bit errors even without the key.
package struct KeyRing: Hashable, Sendable {
    /// Identifies the sealed files it belongs to.
    package let vault: VaultID
    /// In the order in which they were added.
    package internal(set) var slots: [KeySlot]
    /// Earlier keys that some files may still have, because replacing the key was interrupted.
    var earlier: [VaultID] = []
    var labels: [UInt8]
    var seal: [UInt8]

    package static let maximumSlots = 32

    /// An upper bound of the size of the file.
    static let maximumSize = 256 << 10

    /// The maximum size of the encrypted labels.
    static let maximumLabels = 32 << 10

    package func passkeys(at relyingParty: String) -> [(slot: KeySlotID, passkey: Passkey)] {
        slots.compactMap { slot in
            guard case .passkey(let passkey) = slot.means,
                passkey.relyingParty == relyingParty
            else { return nil }
            return (slot.id, passkey)
        }
    }

    // MARK: - Unlocking

    /// Tries a passphrase on every passphrase slot; intentionally slow.
    package func open(with passphrase: Passphrase) throws(VaultError) -> OpenKeyRing {
        for slot in slots {
            guard case .passphrase(let means) = slot.means else { continue }
            let slotKey = try passphrase.key(means.hash)
            if let ring = try open(slot, with: slotKey) { return ring }
        }
        throw .wrongPassphrase
    }

    package func open(with code: RecoveryCode) throws(VaultError) -> OpenKeyRing {
        for slot in slots {
            guard case .recoveryCode(let salt) = slot.means else { continue }
            if let ring = try open(slot, with: code.key(salt: salt)) { return ring }
        }
        throw .wrongRecoveryCode
    }

    /// Opens a slot with the secret that its passkey derived from the salt (PRF); the caller has verified the assertion.
    package func open(
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

/// The secret that a passkey derives from a salt.
package struct PasskeySecret: Sendable {
    let secret: SecretBytes

    /// Copies 32 bytes and wipes the original; nil if there are not 32.
    package init?(taking bytes: inout [UInt8]) {
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
