internal import Sodium

/// The key of a sealed library, which is in memory while the library is open.
///
/// It decrypts the headers of the library's files, which contain the keys of the files, and authenticates the key file.
package struct VaultKey: Sendable {
    /// Identifies the files it opens.
    package let vault: VaultID
    /// Earlier keys that some files may still have, because replacing the key was interrupted.
    package let earlier: [VaultKey]
    let secret: SecretBytes
    let open: OpenFiles

    static let size = 32

    /// Creates a random key for a library that is being sealed.
    package init() { self.init(earlier: []) }

    /// Creates a random key to replace another.
    package init(replacing key: VaultKey) { self.init(earlier: [key.alone] + key.earlier) }

    private init(earlier: [VaultKey]) {
        let secret = SecretBytes(randomCount: Self.size)
        self.init(vault: VaultID(), secret: secret, earlier: earlier, OpenFiles())
    }

    init?(vault: VaultID, secret: SecretBytes, earlier: [VaultKey] = []) {
        guard secret.count == Self.size else { return nil }
        self.init(vault: vault, secret: secret, earlier: earlier, OpenFiles())
    }

    private init(vault: VaultID, secret: SecretBytes, earlier: [VaultKey], _ open: OpenFiles) {
        self.vault = vault
        self.secret = secret
        self.earlier = earlier
        self.open = open
    }

    /// The bytes, for a test that checks that they do not leak.
    package var bytes: [UInt8] { secret.revealed }

    /// The same key, with another one as an earlier key.
    package func alsoOpening(_ other: VaultKey) -> VaultKey {
        VaultKey(vault: vault, secret: secret, earlier: earlier + [other.alone], open)
    }

    /// The key without earlier ones.
    var alone: VaultKey { VaultKey(vault: vault, secret: secret, earlier: [], open) }

    /// The purposes of derived keys, whose labels must differ.
    enum Purpose: String {
        case files = "omena 1 files"
        case labels = "omena 1 labels"
        case ring = "omena 1 ring"
    }

    func key(for purpose: Purpose) -> SecretBytes {
        KeyDerivation.key(of: secret, salt: vault.bytes, info: Array(purpose.rawValue.utf8))
    }
}
