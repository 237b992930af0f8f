internal import Languages
internal import Storage
public import Vault

extension Library {
    /// Seals a library that nobody has open, with its pictures, its sound and its backups, and keeps its keys beside it.
    ///
    /// What is replaced is written over and removed. A file system that keeps old blocks, or a disk that spreads its
    /// writes, may hold some of it still.
    public static func seal(
        at path: String,
        under ring: OpenKeyRing,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        try seal(at: path, under: ring, step: {}, progress: progress)
    }

    /// The same for a test that ends it anywhere.
    package static func seal(
        at path: String,
        under ring: OpenKeyRing,
        step: @escaping () throws -> Void,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        let file = try LibraryFile(at: path, key: FileKey(key: nil))
        defer { file.close() }
        try LibraryError.translating(path: file.path) {
            try bringHome(file)
            try step()
            // First of all: what is sealed without its keys is lost.
            try KeyFile(ofLibrary: file.path).write(ring.ring)
            try step()
            let sealing = Sealing(
                file: file,
                old: FileKey(key: ring.key),
                new: ring.key,
                step: step
            )
            try sealing.run(progress: progress)
        }
    }

    /// Puts a sealed library that nobody has open under another key: who kept the old one opens no copy made from now on.
    ///
    /// - Parameter ring: Its key replaces the library's (`VaultKey(replacing:)`). Nothing else opens the library
    ///   from the first moment on, so that whatever ends the work, there is one way in: this.
    public static func reseal(
        at path: String,
        under ring: OpenKeyRing,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        try reseal(at: path, under: ring, step: {}, progress: progress)
    }

    /// The same for a test that ends it anywhere.
    package static func reseal(
        at path: String,
        under ring: OpenKeyRing,
        step: @escaping () throws -> Void,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        let key = FileKey(key: ring.key)
        let file = try LibraryFile(at: path, key: key)
        defer { file.close() }
        try LibraryError.translating(path: file.path) {
            let keys = KeyFile(ofLibrary: file.path)
            try step()
            try keys.write(ring.ring)
            try step()
            try bringHome(file)
            try Sealing(file: file, old: key, new: ring.key, step: step).run(progress: progress)
            var ring = ring
            ring.forgetEarlierKeys()
            try keys.write(ring.ring)
        }
    }

    /// Takes a library that nobody has open from under its key, for good.
    public static func unseal(
        at path: String,
        with key: VaultKey,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        try unseal(at: path, with: key, step: {}, progress: progress)
    }

    /// The same for a test that ends it anywhere.
    package static func unseal(
        at path: String,
        with key: VaultKey,
        step: @escaping () throws -> Void,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        let file = try LibraryFile(at: path, key: FileKey(key: key))
        defer { file.close() }
        try LibraryError.translating(path: file.path) {
            try bringHome(file)
            try step()
            let sealing = Sealing(file: file, old: FileKey(key: key), new: nil, step: step)
            try sealing.run(progress: progress)
            try Disk.remove(KeyFile(ofLibrary: file.path).path)
            try Disk.remove(LockRecordFile(ofLibrary: file.path).path)
            WholeFile.flush(folderOf: file.path)
        }
    }

    /// Ends what was begun when the library was sealed, or was to be opened for good, and the program ended before it had.
    ///
    /// What cannot be done now is tried again the next time: a backup that does not open keeps nobody from their library.
    static func finishSealing(_ file: LibraryFile) {
        let isSealed = (try? FileKey.isSealed(file.path)) == true
        let sealing = Sealing(file: file, old: file.key, new: isSealed ? file.key.key : nil)
        try? isSealed && file.key.key != nil ? sealing.run { _ in } : sealing.sweep()
    }

    /// Wipes what lies open beside a library that is locked: the program ended while it was being sealed.
    static func sweep(besideLocked path: String) {
        guard let file = try? LibraryFile(replacing: path, key: FileKey(key: nil)) else { return }
        defer { file.close() }
        finishSealing(file)
    }

    /// Brings what the logs hold into the files, so that these are all there is, and sees that every one can be read.
    private static func bringHome(_ file: LibraryFile) throws {
        finishSealing(file)
        let key = file.key
        try Database.bringHome(file.path, in: key.files(at: file.path))
        if file.hasMedia {
            try MediaFile(path: file.mediaPath, in: key.files(at: file.mediaPath)).close()
        }
        let folder = BackupFolder(ofLibrary: file.path, key: key)
        for backup in try folder.backups() {
            let path = folder.path(of: backup.name)
            do {
                let copy = try LibraryCopy(path: path, in: key.files(at: path))
                defer { try? copy.close() }
                _ = try copy.read { try $0.library() }
            } catch {
                throw LibraryError.refused(
                    "\(path) cannot be read; remove it, or put it elsewhere. Nothing was changed."
                )
            }
        }
    }
}
