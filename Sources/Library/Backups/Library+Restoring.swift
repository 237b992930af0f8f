internal import Glibc
package import LibraryValues
package import Notes
internal import Storage
internal import Threads
package import Vault

extension Library {
    /// Replaces this library with a backup; the library becomes a backup first.
    package func restore(
        _ backup: BackupName,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Restoration {
        try restore(from: backupFolder.path(of: backup), progress: progress)
    }

    /// Replaces this library with the library or backup in another file; the library becomes a backup first.
    ///
    /// It is one transaction, so readers may continue. A new epoch begins, so that browsers send no answers that belong to
    /// the replaced history; the paired browsers stay paired.
    package func restore(
        from file: String,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Restoration {
        try translatingErrors {
            try maintenanceLock.withLock {
                var quota = remainingQuota
                let staged = try StagedLibrary(
                    of: file,
                    at: path + "-restoring",
                    key: key,
                    inherited: inherited(),
                    now: now()
                ) { progress($0 * 0.4) }
                defer { try? staged.remove() }
                // The backup of what is replaced is not counted: nobody should have to do without it.
                try quota.use(Disk.size(of: staged.path) - Disk.size(of: path))
                let backup = try makeBackup(.replaced) { progress(0.4 + $0 * 0.2) }
                let missing = try Self.copyMedia(
                    staged.media,
                    into: media,
                    besides: file,
                    with: key
                )
                try database.replace(
                    with: staged.path,
                    in: key.files(at: staged.path),
                    progress: { progress(0.6 + $0 * 0.4) },
                    done: { setIdentity(staged.identity) }
                )
                return Restoration(
                    identity: staged.identity,
                    kept: backup.name,
                    notes: staged.notes,
                    missingMedia: missing.count
                )
            }
        }
    }

    /// Restores a backup to `path`, even if the file there is damaged, foreign or missing; an existing file becomes a backup.
    ///
    /// The library must not be open anywhere.
    package static func restore(
        from file: String,
        to path: String,
        key: VaultKey? = nil,
        now: @escaping @Sendable () -> Moment,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Restoration {
        let files = FileKey(key: key)
        try setAsideOrphanedLog(of: path, files)
        guard try !LibraryFile.isEmpty(path) else {
            return try swap(file, to: path, files, at: now(), progress: progress)
        }
        let library: Library
        do throws(LibraryError) {
            library = try open(at: path, key: key, now: now)
        } catch {
            switch error {
            case .damaged, .notALibrary, .foreign, .failed:
                return try swap(file, to: path, files, at: now(), progress: progress)
            default: throw error
            }
        }
        let restoration: Restoration
        do throws(LibraryError) {
            restoration = try library.restore(from: file, progress: progress)
        } catch {
            try? library.close()
            throw error
        }
        try library.close()
        return restoration
    }

    /// Lets the file be opened, and become a backup, without a log that belongs to what it held before.
    private static func setAsideOrphanedLog(
        of path: String,
        _ key: FileKey
    ) throws(LibraryError) {
        guard try OrphanedLog.isLeft(beside: LibraryFile.canonical(path)) else { return }
        let file = try LibraryFile(replacing: path, key: key)
        defer { file.close() }
        try OrphanedLog.setAside(beside: file.path)
    }

    /// Replaces a file that cannot be opened with a copy of the backup, by one rename.
    private static func swap(
        _ backup: String,
        to path: String,
        _ key: FileKey,
        at now: Moment,
        progress: Progress
    ) throws(LibraryError) -> Restoration {
        let file = try LibraryFile(replacing: path, key: key)
        defer { file.close() }
        return try LibraryError.translating(path: file.path) {
            let staged = try StagedLibrary(
                of: backup,
                at: file.path + "-restoring",
                key: key,
                inherited: inherited(of: file.path, key, at: now),
                now: now
            ) { progress($0 * 0.8) }
            defer { try? staged.remove() }
            let exists = try Disk.size(of: file.path) > 0
            let folder = BackupFolder(ofLibrary: file.path, key: key)
            let kept = try exists ? folder.addUnreadable(file.path, at: now) : nil
            let media = MediaStore(file: file)
            defer { try? media.close() }
            let missing = try copyMedia(staged.media, into: media, besides: backup, with: key)
            let isSealed = try FileKey.isSealed(staged.path)
            try? (isSealed ? LibraryForm.sealed : .plain).remember(beside: file.path)
            // SQLite would apply a log that is left behind to the new file.
            for ending in ["-wal", "-shm"] { try Disk.remove(file.path + ending) }
            try Disk.rename(staged.path, to: file.path)
            return Restoration(
                identity: staged.identity,
                kept: kept,
                notes: staged.notes,
                missingMedia: missing.count
            )
        }
    }

    /// What a library that replaces the content of this one takes over from it.
    func inherited() throws -> StagedLibrary.Inherited {
        try database.read { reader in
            StagedLibrary.Inherited(
                epoch: identity.epoch,
                browsers: try reader.pairedBrowsers(),
                clients: try reader.clients(),
                peers: try reader.peers()
            )
        }
    }

    /// What can still be read of a file that cannot be opened.
    private static func inherited(
        of path: String,
        _ key: FileKey,
        at now: Moment
    ) -> StagedLibrary.Inherited {
        let copy = try? LibraryCopy(path: path, in: key.files(at: path))
        defer { try? copy?.close() }
        // Where the epoch is unknown, the seconds since 1970 are greater than any earlier epoch.
        let epoch = try? copy?.read { try $0.library()?.epoch }
        let browsers = try? copy?.read { try $0.pairedBrowsers() }
        return StagedLibrary.Inherited(
            epoch: epoch.flatMap { $0 } ?? Int(now.milliseconds / 1000),
            browsers: browsers ?? .none,
            clients: (try? copy?.read { try $0.clients() }) ?? [],
            peers: (try? copy?.read { try $0.peers() }) ?? []
        )
    }

    /// Copies the media that a backup refers to into the library, and returns those that were not found.
    static func copyMedia(
        _ wanted: Set<MediaHash>,
        into store: MediaStore,
        besides file: String,
        with key: FileKey
    ) throws -> Set<MediaHash> {
        guard !wanted.isEmpty else { return [] }
        let media = try store.createIfNeeded()
        var missing = wanted.subtracting(try media.hashes())
        for source in [file + "-media", AtomicFile.folder(of: file) + "/media"]
        where !missing.isEmpty && Disk.exists(source) {
            guard let source = try? MediaFile(reading: source, in: key.files(at: source)) else {
                continue
            }
            defer { try? source.close() }
            missing = try media.take(missing, from: source, where: isTrue)
        }
        return missing
    }
}
