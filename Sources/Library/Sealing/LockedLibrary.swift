public import Languages
public import Notes
public import Vault

/// A sealed library that this process holds, and that nobody has unlocked yet.
public final class LockedLibrary: Sendable {
    private let file: LibraryFile

    /// Takes hold of the sealed library at `path`; nil where there is none, or one that lies open.
    public init?(at path: String) throws(LibraryError) {
        guard try FileKey.isSealed(path) else { return nil }
        file = try LibraryFile(replacing: path, key: FileKey(key: nil))
        // What lies open beside it was left by a program that ended while it sealed.
        Library.finishSealing(file)
    }

    /// Whether a file is cipher text; where there is no file it is none.
    public static func isSealed(_ path: String) throws(LibraryError) -> Bool {
        try FileKey.isSealed(path)
    }

    /// Where it lies.
    public var path: String { file.path }

    /// The ways to unlock it, read anew.
    public func keys() throws(VaultError) -> KeyRing {
        try KeyFile(ofLibrary: path).read(for: SealedStart(at: path).vault)
    }

    /// Opens it; from then on the library holds it, and this does no more.
    public func open(
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
    public func close() { file.close() }
}
