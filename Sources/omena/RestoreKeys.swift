import Library
import Vault

/// The keys of a backup and of the library that it replaces, each of which has its own slots.
struct RestoreKeys {
    /// Nil if neither is sealed.
    let key: VaultKey?

    /// Asks for the keys.
    ///
    /// A sealed backup restored where there is no library brings its slots; one that replaces a sealed library gets that
    /// library's key. Nothing sealed is ever written unsealed.
    init(of file: String, to location: LibraryLocation) throws(Failure) {
        let path = location.path
        let (isSealed, isTargetSealed) = try Failure.wrap { () throws(LibraryError) in
            (try LockedLibrary.isSealed(file), try LockedLibrary.isSealed(path))
        }
        guard isSealed else {
            key = isTargetSealed ? try location.keys.ring(ofLibrary: path).key : nil
            return
        }
        // What is missing or empty may be replaced by anything.
        let isThere = try Failure.wrap { () throws(LibraryError) in
            try Library.isPresent(at: path)
        }
        guard isTargetSealed || !isThere else {
            throw Failure(
                "\(file) is locked, and \(path) is not; restore it elsewhere with --library FILE"
            )
        }
        if Self.belong(KeyFile(ofLibrary: path), to: file) {
            key = try Self.ring(of: file, besides: path, location.keys).key
        } else if isTargetSealed {
            let own = try location.keys.ring(ofLibrary: path).key
            key = own.alsoOpening(try location.keys.ring(ofLibrary: file).key)
        } else {
            let ring = try location.keys.ring(ofLibrary: file)
            try Failure.wrap { () throws(VaultError) in
                try KeyFile(ofLibrary: path).write(ring.ring)
            }
            key = ring.key
        }
    }

    /// Opens the keys of a backup of this very library, with its current slots or with those of the backup.
    private static func ring(
        of file: String,
        besides path: String,
        _ keys: KeyHolder
    ) throws(Failure) -> OpenKeyRing {
        do throws(Failure) {
            return try keys.ring(ofLibrary: path, opening: file)
        } catch {
            guard belong(KeyFile(ofLibrary: file), to: file) else { throw error }
            return try keys.ring(ofLibrary: file)
        }
    }

    private static func belong(_ keys: KeyFile, to file: String) -> Bool {
        guard let start = try? SealedPrefix(at: file) else { return false }
        return (try? keys.read(for: start.vault)) != nil
    }
}
