internal import Languages
package import LibraryValues
internal import Notes
internal import Storage
internal import Threads
internal import Vault

extension Library {
    /// Is told, now and then, how much of some work is done, from 0 to 1.
    package typealias Progress = (Double) -> Void

    /// The same for work that may be called off: then it throws, and nothing was changed.
    package typealias Watch = (Double) throws(LibraryError) -> Void

    /// All backups beside the library, the latest first.
    package func backups() throws(LibraryError) -> [Backup] { try backupFolder.backups() }

    /// Makes a backup beside the library, and lets older ones go that nobody needs any more.
    package func backUp(
        _ reason: BackupName.Reason,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Backup {
        try translatingErrors {
            try upkeep.withLock { try makeBackup(reason, progress: progress) }
        }
    }

    /// Makes a backup anywhere, with pictures and sound in a second file beside it, and keys in a third where it is
    /// sealed; refused where something lies.
    ///
    /// - Returns: How many bytes both files have.
    package func backUp(
        to path: String,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Int {
        try translatingErrors {
            try upkeep.withLock {
                let files = [path, path + "-media"]
                let keys = KeyFile(ofLibrary: path)
                for file in files + [keys.path] where Disk.holds(file) {
                    throw LibraryError.refused("\(file) is there already; name another file.")
                }
                let unfinished = files.map { $0 + "-unfinished" }
                defer { for file in unfinished { try? Disk.remove(file) } }
                try Disk.make(unfinished[0])
                try database.copy(to: unfinished[0], in: key.files(at: unfinished[0])) {
                    progress($0 * 0.8)
                }
                // After the notes, so that nothing they name is missing.
                if let media = try media.existing() {
                    try Disk.make(unfinished[1])
                    try media.copy(to: unfinished[1], in: key.files(at: unfinished[1])) {
                        progress(0.8 + $0 * 0.2)
                    }
                    try Disk.rename(unfinished[1], to: files[1])
                }
                if let vault = key.key?.vault,
                    let ring = try? KeyFile(ofLibrary: self.path).read(for: vault)
                {
                    // What opens it now opens the copy for ever, whatever becomes of the library's own keys.
                    try keys.write(ring)
                }
                try Disk.rename(unfinished[0], to: files[0])
                return try files.reduce(0) { $0 + (try Disk.size(of: $1)) }
            }
        }
    }

    /// Where a backup lies.
    package func path(of backup: BackupName) -> String { backupFolder.path(of: backup) }

    var backupFolder: BackupFolder { BackupFolder(ofLibrary: path, key: key) }

    /// The same by somebody who has the upkeep in hand.
    func makeBackup(
        _ reason: BackupName.Reason,
        progress: Progress = { _ in }
    ) throws -> Backup {
        let backup = try backupFolder.add(reason, at: now()) { path in
            try database.copy(to: path, in: key.files(at: path)) { progress($0) }
            try backupFolder.keepMedia(ofCopy: path, from: media.existing())
        }
        try backupFolder.thin(at: now())
        return backup
    }

    /// Makes a backup if anything was answered, changed or settled since the latest one.
    func backUpIfUsed(_ reason: BackupName.Reason = .day) throws {
        let mark = try database.read { try $0.fingerprint() }
        guard !mark.isUnused else { return }
        if let latest = try backupFolder.backups().first, try mark == self.mark(of: latest.name) {
            return
        }
        _ = try makeBackup(reason)
    }

    private func mark(of backup: BackupName) throws -> LibraryFingerprint? {
        // One that cannot be read is as good as none.
        let path = backupFolder.path(of: backup)
        guard let copy = try? LibraryCopy(path: path, in: key.files(at: path)) else { return nil }
        defer { try? copy.close() }
        return try? copy.read { try $0.fingerprint() }
    }
}
