internal import Sodium

/// The one key of a sealed library, as it lies in memory while the library is open.
///
/// It opens the heads of the library's files, where the key of each is, and shows that the file of keys is whole.
public struct VaultKey: Sendable {
    /// Which files it opens.
    public let vault: VaultID
    /// Keys that some files may still lie under: it was being changed when the program ended.
    public let earlier: [VaultKey]
    let secret: SecretBytes
    let open: OpenFiles

    static let size = 32

    /// Draws the key of a library that is being sealed.
    public init() { self.init(vault: VaultID(), secret: Self.drawn(), earlier: [], OpenFiles()) }

    /// Draws a key that is to come in the place of another.
    public init(replacing key: VaultKey) {
        let earlier = [key.alone] + key.earlier
        self.init(vault: VaultID(), secret: Self.drawn(), earlier: earlier, OpenFiles())
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

    private static func drawn() -> SecretBytes { SecretBytes(randomCount: size) }

    /// The bytes themselves, for a test that looks whether they are left anywhere.
    package var bytes: [UInt8] { secret.revealed }

    /// The same key, which also opens what lies under another.
    public func alsoOpening(_ other: VaultKey) -> VaultKey {
        VaultKey(vault: vault, secret: secret, earlier: earlier + [other.alone], open)
    }

    /// The key without those before it.
    var alone: VaultKey { VaultKey(vault: vault, secret: secret, earlier: [], open) }

    /// What a key is made for; no two of them may be the same.
    enum Purpose: String {
        case files = "omena 1 files"
        case labels = "omena 1 labels"
        case ring = "omena 1 ring"
    }

    func key(for purpose: Purpose) -> SecretBytes {
        KeyDerivation.key(of: secret, salt: vault.bytes, info: Array(purpose.rawValue.utf8))
    }
}
