package import Languages
package import Notes
package import Vault

/// A sealed library that this process holds, and that nobody has unlocked yet.
package final class LockedLibrary: Sendable {
    private let file: LibraryFile

    /// Takes hold of the sealed library at `path`; nil where there is none, or one that lies open.
    package init?(at path: String) throws(LibraryError) {
        guard try FileKey.isSealed(path) else { return nil }
        file = try LibraryFile(replacing: path, key: FileKey(key: nil))
        // What lies open beside it was left by a program that ended while it sealed.
        Library.finishSealing(file)
    }

    /// Whether a file is cipher text; where there is no file it is none.
    package static func isSealed(_ path: String) throws(LibraryError) -> Bool {
        try FileKey.isSealed(path)
    }

    /// Where it lies.
    package var path: String { file.path }

    /// The ways to unlock it, read anew.
    package func keys() throws(VaultError) -> KeyRing {
        try KeyFile(ofLibrary: path).read(for: SealedPrefix(at: path).vault)
    }

    /// Opens it; from then on the library holds it, and this does no more.
    package func open(
        with key: VaultKey,
        reading japanese: JapaneseReader? = nil,
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) -> Library {
        let unlocked = try LibraryFile(unlocking: file, with: FileKey(key: key))
        let library = try Library(in: unlocked, reading: japanese, now: now)
        unlocked.takeHold(from: file)
        return library
    }

    /// Lets another process have it.
    package func close() { file.close() }
}
