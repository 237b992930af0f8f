internal import Glibc
package import LibraryValues
package import Notes
internal import Storage
internal import Threads
package import Vault

extension Library {
    /// Puts a backup in the place of this library, which becomes a backup itself.
    package func restore(
        _ backup: BackupName,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Restoration {
        try restore(from: backupFolder.path(of: backup), progress: progress)
    }

    /// Puts the library or backup at another path in the place of this one, which becomes a backup first.
    ///
    /// It happens as one transaction, under the eyes of whoever reads. A new epoch begins, so that browsers send nothing
    /// that belongs to the life before; which browsers may come from elsewhere stays as it is.
    package func restore(
        from file: String,
        progress: Progress = { _ in }
    ) throws(LibraryError) -> Restoration {
        try translatingErrors {
            try upkeep.withLock {
                let heritage = try database.read { reader in
                    StagedLibrary.Heritage(
                        epoch: identity.epoch,
                        browsers: try reader.pairedBrowsers()
                    )
                }
                let staged = try StagedLibrary(
                    of: file,
                    at: path + "-restoring",
                    key: key,
                    heritage: heritage,
                    now: now()
                ) { progress($0 * 0.4) }
                defer { try? staged.remove() }
                let kept = try makeBackup(.replaced) { progress(0.4 + $0 * 0.2) }
                let missing = try Self.bring(staged.media, into: media, besides: file, with: key)
                try database.replace(
                    with: staged.path,
                    in: key.files(at: staged.path),
                    progress: { progress(0.6 + $0 * 0.4) },
                    done: { become(staged.identity) }
                )
                return Restoration(
                    identity: staged.identity,
                    kept: kept.name,
                    notes: staged.notes,
                    missingMedia: missing.count
                )
            }
        }
    }

    /// Puts a backup in the place of whatever lies at `path`, be it damaged, foreign or nothing; what lies there is kept.
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
        guard Disk.holds(path) else {
            return try swap(file, to: path, files, at: now(), progress: progress)
        }
        let library: Library
        do throws(LibraryError) {
            library = try open(at: path, key: key, now: now)
        } catch {
            switch error {
            case .damaged, .notALibrary, .failed:
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

    /// Gives the place of a file that does not open to a copy of the backup; its own name goes over in one step.
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
                heritage: heritage(of: file.path, key, at: now),
                now: now
            ) { progress($0 * 0.8) }
            defer { try? staged.remove() }
            let isThere = try Disk.size(of: file.path) > 0
            let folder = BackupFolder(ofLibrary: file.path, key: key)
            let kept = try isThere ? folder.keepAsItIs(file.path, at: now) : nil
            let media = MediaShelf(file: file)
            defer { try? media.close() }
            let missing = try bring(staged.media, into: media, besides: backup, with: key)
            // A log that is left behind would be taken for that of the file that comes.
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

    /// What a file that does not open still says of itself.
    private static func heritage(
        of path: String,
        _ key: FileKey,
        at now: Moment
    ) -> StagedLibrary.Heritage {
        let copy = try? LibraryCopy(path: path, in: key.files(at: path))
        defer { try? copy?.close() }
        // Where nobody knows how many lives there were, the seconds since 1970 are more than there ever were.
        let epoch = try? copy?.read { try $0.library()?.epoch }
        let browsers = try? copy?.read { try $0.pairedBrowsers() }
        return StagedLibrary.Heritage(
            epoch: epoch.flatMap { $0 } ?? Int(now.milliseconds / 1000),
            browsers: browsers ?? .none
        )
    }

    /// Brings the pictures and sound that a backup names into the library, and returns those that are nowhere.
    static func bring(
        _ wanted: Set<MediaHash>,
        into shelf: MediaShelf,
        besides file: String,
        with key: FileKey
    ) throws -> Set<MediaHash> {
        guard !wanted.isEmpty else { return [] }
        let media = try shelf.made()
        var missing = wanted.subtracting(try media.hashes())
        let slash = file.lastIndex(of: "/")
        let folder = slash.map { String(file[..<$0]) } ?? "."
        for source in [file + "-media", folder + "/media"]
        where !missing.isEmpty && Disk.holds(source) {
            guard let source = try? MediaFile(reading: source, in: key.files(at: source)) else {
                continue
            }
            defer { try? source.close() }
            missing = try media.take(missing, from: source, where: isTrue)
        }
        return missing
    }
}
