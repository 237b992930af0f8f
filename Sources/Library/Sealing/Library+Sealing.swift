internal import LibraryValues
internal import Storage
internal import Vault

extension Library {
    /// Seals, reseals or unseals a library that nobody has open, with its media and backups.
    ///
    /// - Parameter step: Called between any two operations on the disk, so that tests can interrupt the work.
    package static func change(
        at path: String,
        _ change: SealChange,
        progress: Progress = { _ in },
        step: @escaping () throws -> Void = {}
    ) throws(LibraryError) {
        let key = FileKey(key: change.key)
        let file = try LibraryFile(at: path, key: change.isFirst ? FileKey(key: nil) : key)
        defer { file.close() }
        try LibraryError.translating(path: file.path) {
            let keys = KeyFile(ofLibrary: file.path)
            switch change {
            case .seal(let ring):
                try mergeLogs(file)
                try step()
                // Before anything else, because files that are sealed without stored keys are lost.
                try keys.write(ring.ring)
                try Disk.wipe(OrphanedLog.pathAside(of: file.path))
            case .reseal(let ring):
                try step()
                try keys.write(ring.ring)
                try step()
                try mergeLogs(file)
            case .unseal:
                try mergeLogs(file)
                // Otherwise a library that was unsealed would look as if it had replaced a sealed one.
                try LibraryForm.plain.remember(beside: file.path)
            }
            try step()
            let sealing = Sealing(file: file, old: key, new: change.newKey, step: step)
            try sealing.run(progress: progress)
            switch change {
            case .seal: try? LibraryForm.sealed.remember(beside: file.path)
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

    /// Finishes sealing or unsealing that the end of the program interrupted.
    ///
    /// Failures are ignored and retried the next time, because a broken backup must not prevent opening the library.
    static func finishSealing(_ file: LibraryFile) {
        let isSealed = (try? FileKey.isSealed(file.path)) == true
        let sealing = Sealing(file: file, old: file.key, new: isSealed ? file.key.key : nil)
        try? isSealed && file.key.key != nil ? sealing.run { _ in } : sealing.wipeLeftovers()
    }

    /// Wipes plain files beside a locked library, which an interrupted sealing left behind.
    static func wipePlainFiles(besideLocked path: String) {
        guard let file = try? LibraryFile(replacing: path, key: FileKey(key: nil)) else { return }
        defer { file.close() }
        finishSealing(file)
    }

    /// Merges SQLite's logs into the files, so that there are no other files, and checks that every file can be read.
    private static func mergeLogs(_ file: LibraryFile) throws {
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
