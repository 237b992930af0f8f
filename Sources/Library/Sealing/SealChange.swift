package import Vault

/// What can be done to all files of a library that nobody has open.
package enum SealChange: Sendable {
    /// They are put under a key, and the ways to unlock are kept beside them.
    ///
    /// What is replaced is written over and removed. A file system that keeps old blocks, or a disk that spreads its
    /// writes, may hold some of it still.
    case seal(OpenKeyRing)
    /// They are put under another key: who kept the old one opens no copy made from now on.
    ///
    /// The ring's key replaces the library's (`VaultKey(replacing:)`). Nothing else opens the library from the first
    /// moment on, so that whatever ends the work, there is one way in: this.
    case reseal(OpenKeyRing)
    /// They are taken from under their key, for good.
    case unseal(VaultKey)

    /// What opens the files that are sealed before.
    var key: VaultKey {
        switch self {
        case .seal(let ring), .reseal(let ring): ring.key
        case .unseal(let key): key
        }
    }

    /// What the files lie under afterwards.
    var newKey: VaultKey? { if case .unseal = self { nil } else { key } }

    /// Whether the library lies open before.
    var isFirst: Bool { if case .seal = self { true } else { false } }
}
