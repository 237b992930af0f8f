internal import LibraryValues
internal import Storage
internal import Vault

extension Library {
    /// Seals, reseals or unseals a library that nobody has open, with its pictures, its sound and its backups.
    package static func change(
        at path: String,
        _ change: SealChange,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        try Self.change(at: path, change, step: {}, progress: progress)
    }

    /// The same for a test that ends it anywhere.
    package static func change(
        at path: String,
        _ change: SealChange,
        step: @escaping () throws -> Void,
        progress: Progress = { _ in }
    ) throws(LibraryError) {
        let key = FileKey(key: change.key)
        let file = try LibraryFile(at: path, key: change.isFirst ? FileKey(key: nil) : key)
        defer { file.close() }
        try LibraryError.translating(path: file.path) {
            let keys = KeyFile(ofLibrary: file.path)
            switch change {
            case .seal(let ring):
                try bringHome(file)
                try step()
                // Before anything else: what is sealed without its keys is lost.
                try keys.write(ring.ring)
            case .reseal(let ring):
                try step()
                try keys.write(ring.ring)
                try step()
                try bringHome(file)
            case .unseal: try bringHome(file)
            }
            try step()
            let sealing = Sealing(file: file, old: key, new: change.newKey, step: step)
            try sealing.run(progress: progress)
            switch change {
            case .seal: break
            case .reseal(var ring):
                ring.forgetEarlierKeys()
                try keys.write(ring.ring)
            case .unseal:
                try Disk.remove(keys.path)
                try Disk.remove(LockRecordFile(ofLibrary: file.path).path)
                AtomicFile.flush(folderOf: file.path)
            }
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
        try Database.checkpoint(file.path, in: key.files(at: file.path))
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
                throw LibraryError.damaged(path: path, reason: "nothing was changed")
            }
        }
    }
}
