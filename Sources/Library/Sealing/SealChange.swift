package import Vault

/// An operation on all files of a library that nobody has open.
package enum SealChange: Sendable {
    /// Encrypts them and stores the ways to unlock beside them.
    ///
    /// The plain files are overwritten and removed. Copy-on-write file systems and disks with wear levelling may retain
    /// some of their content.
    case seal(OpenKeyRing)
    /// Encrypts them with another key, so that the old one opens no copy made from now on.
    ///
    /// The ring's key replaces the library's (`VaultKey(replacing:)`). From the beginning only this ring opens the library,
    /// so that it does so wherever the work is interrupted.
    case reseal(OpenKeyRing)
    /// Decrypts them.
    case unseal(VaultKey)

    /// Opens the files that are sealed before the change.
    var key: VaultKey {
        switch self {
        case .seal(let ring), .reseal(let ring): ring.key
        case .unseal(let key): key
        }
    }

    /// The key of the files after the change; nil for plain files.
    var newKey: VaultKey? { if case .unseal = self { nil } else { key } }

    /// Whether the library is plain before the change.
    var isFirst: Bool { if case .seal = self { true } else { false } }
}
