package import SQLite
package import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The key of the libraries that tests create: nil, except with `OMENA_SEALED=1`, which seals all of them.
package enum TestKey {
    package static let key: VaultKey? = getenv("OMENA_SEALED") == nil ? nil : VaultKey()

    /// The file system of a sealed file; nil for a plain file, and for a new one unless `OMENA_SEALED=1`.
    package static func files(at path: String) throws -> SealedFiles? {
        do {
            _ = try SealedPrefix(at: path)
        } catch VaultError.notSealed(_) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_size == 0 else { return nil }
        } catch VaultError.disk(_, _) {
            guard key != nil else { return nil }
            close(open(path, O_CREAT | O_RDWR, 0o600))
        }
        return try key?.files(at: path)
    }
}
