internal import Languages
package import LibraryValues
internal import Storage
internal import Threads
internal import Vault

extension Library {
    /// Receives the progress of some work now and then, from 0 to 1.
    package typealias Progress = (Double) -> Void

    /// Receives progress and may throw to cancel the work; then nothing is changed.
    package typealias Watch = (Double) throws(LibraryError) -> Void

    /// All backups beside the library, latest first.
    package func backups() throws(LibraryError) -> [Backup] { try backupFolder.backups() }

    /// Creates a backup beside the library, and removes expired ones.
    package func backUp(
        _ reason: BackupName.Reason,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Backup {
        try translatingErrors {
            try maintenanceLock.withLock { try makeBackup(reason, progress: progress) }
        }
    }

    /// Creates a backup at `path`, with media in a second file beside it and, if it is sealed, keys in a third; refused if
    /// any of them exists.
    ///
    /// - Returns: The size of the first two files in bytes.
    package func backUp(
        to path: String,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Int {
        try translatingErrors {
            try maintenanceLock.withLock {
                let files = [path, path + "-media"]
                let keys = KeyFile(ofLibrary: path)
                for file in files + [keys.path] where Disk.exists(file) {
                    throw LibraryError.refused("\(file) already exists. Choose another file name.")
                }
                let unfinished = files.map { $0 + "-unfinished" }
                defer { for file in unfinished { try? Disk.remove(file) } }
                try Disk.createFile(unfinished[0])
                try database.copy(to: unfinished[0], in: key.files(at: unfinished[0])) {
                    progress($0 * 0.8)
                }
                // After the notes, so that no media they refer to are missing.
                if let media = try media.existing() {
                    try Disk.createFile(unfinished[1])
                    try media.copy(to: unfinished[1], in: key.files(at: unfinished[1])) {
                        progress(0.8 + $0 * 0.2)
                    }
                    try Disk.rename(unfinished[1], to: files[1])
                }
                if let vault = key.key?.vault,
                    let ring = try? KeyFile(ofLibrary: self.path).read(for: vault)
                {
                    // The current keys open the copy for ever, even when the library's own keys change.
                    try keys.write(ring)
                }
                try Disk.rename(unfinished[0], to: files[0])
                return try files.reduce(0) { $0 + (try Disk.size(of: $1)) }
            }
        }
    }

    package func path(of backup: BackupName) -> String { backupFolder.path(of: backup) }

    var backupFolder: BackupFolder { BackupFolder(ofLibrary: path, key: key) }

    /// Creates a backup; the caller holds `maintenanceLock`.
    func makeBackup(
        _ reason: BackupName.Reason,
        progress: Progress = { _ in }
    ) throws -> Backup {
        let backup = try backupFolder.add(reason, at: now()) { path in
            try database.copy(to: path, in: key.files(at: path)) { progress($0) }
            try backupFolder.keepMedia(ofCopy: path, from: media.existing())
        }
        // A damaged library is backed up too, and its clock readings may be unreadable.
        if let moment = try? database.write({ try $0.trustedMoment(at: now()) }) {
            try backupFolder.thin(at: moment)
        }
        return backup
    }

    /// Creates a backup if anything was answered or changed since the latest one.
    func backUpIfUsed(_ reason: BackupName.Reason = .day) throws {
        let mark = try database.read { try $0.fingerprint() }
        guard !mark.isUnused else { return }
        if let latest = try backupFolder.backups().first, try mark == self.mark(of: latest.name) {
            return
        }
        _ = try makeBackup(reason)
    }

    func mark(of backup: BackupName) throws -> LibraryFingerprint? {
        // An unreadable backup counts as none.
        let path = backupFolder.path(of: backup)
        guard let copy = try? LibraryCopy(path: path, in: key.files(at: path)) else { return nil }
        defer { try? copy.close() }
        return try? copy.read { try $0.fingerprint() }
    }
}
