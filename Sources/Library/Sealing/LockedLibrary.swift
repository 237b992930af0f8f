package import Languages
package import Notes
package import Vault

/// A sealed library that this process holds, and that has not been unlocked yet.
package final class LockedLibrary: Sendable {
    private let file: LibraryFile

    /// Locks the files of the sealed library at `path`; nil where there is none, or a plain one.
    package init?(at path: String) throws(LibraryError) {
        guard try FileKey.isSealed(path) else { return nil }
        try Library.checkPresence(at: path)
        file = try LibraryFile(replacing: path, key: FileKey(key: nil))
        // Plain files beside it were left behind by an interrupted sealing.
        Library.finishSealing(file)
        do throws(LibraryError) {
            try Disk.checkSingleName(file.path)
        } catch {
            file.close()
            throw error
        }
        try? LibraryForm.sealed.remember(beside: file.path)
    }

    /// Whether a file is encrypted; false where there is no file.
    package static func isSealed(_ path: String) throws(LibraryError) -> Bool {
        try FileKey.isSealed(path)
    }

    /// Deletes what killed processes have left in memory of sealed libraries, except of those that somebody has open.
    package static func deleteLeftoverFiles(of libraries: [String]) {
        guard LibraryWorkFolder.existsInMemory else { return }
        for path in libraries where LibraryWorkFolder.existsInMemory(of: path) {
            (try? LibraryFile(replacing: path, key: FileKey(key: nil)))?.close()
        }
    }

    package var path: String { file.path }

    /// The ways to unlock it, read each time.
    package func keys() throws(VaultError) -> KeyRing {
        try KeyFile(ofLibrary: path).read(for: SealedPrefix(at: path).vault)
    }

    /// Opens it; the library takes over the lock, and this must not be used any more.
    ///
    /// - Parameter remainingBytes: As for `Library.open`.
    package func open(
        with key: VaultKey,
        reading japanese: JapaneseReader? = nil,
        remainingBytes: @escaping @Sendable () -> Int? = { nil },
        now: @escaping @Sendable () -> Moment
    ) throws(LibraryError) -> Library {
        let unlocked = try LibraryFile(unlocking: file, with: FileKey(key: key))
        let library = try Library(
            in: unlocked,
            reading: japanese,
            remainingBytes: remainingBytes,
            now: now
        )
        unlocked.takeLock(from: file)
        return library
    }

    /// Copies it with its pictures, sounds and keys, encrypted as they are, to where there is no library.
    ///
    /// The record of its lock and its backups are not copied.
    package func copy(to path: String) throws(LibraryError) {
        guard !Disk.exists(path) else {
            throw .cannotOpen(path: path, reason: "there is a file already.")
        }
        // The library's own file last, so that an interrupted copy is not taken for a library.
        for part in ["-keys", "-media", "-media-wal", "-wal", ""] {
            let source = file.path + part
            if Disk.exists(source) { try Disk.copy(source, to: path + part) }
        }
    }

    /// Releases the lock.
    package func close() { file.close() }
}
