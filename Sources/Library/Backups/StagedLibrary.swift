internal import Languages
internal import LibraryValues
internal import Notes
internal import SQLite
internal import Storage

/// A migrated copy of the library to restore, beside the current one and ready to replace it.
struct StagedLibrary {
    let path: String
    let identity: LibraryIdentity
    let notes: Int
    let media: Set<MediaHash>
    let fingerprint: LibraryFingerprint

    /// What the replaced library passes on to the restored one.
    struct Inherited {
        /// The library had no later epoch.
        var epoch: Int
        /// The current pairings apply, not those at the time of the backup.
        var browsers: PairedBrowsers
        /// So do the permissions of programs, because a backup must not allow again what was revoked.
        var clients: [ClientRow]
        /// And so do the devices that it syncs with.
        var peers: [PeerRow]
        /// The settings of this file alone, where another replica's copy replaces it; nil for a backup, which has them.
        var settings: [SettingKey: String]?

        static var nothing: Self { Self(epoch: 0, browsers: .none, clients: [], peers: []) }
    }

    /// Copies the library at `file`; refuses other files, later versions and damaged libraries.
    ///
    /// - Parameter isMoved: Whether the file is moved instead, because nobody else needs it. Its pages were verified as they arrived,
    ///   and its b-trees are not compared with its indexes, which takes longer than everything else; the library that it was
    ///   copied from does so each week.
    init(
        of file: String,
        at path: String,
        key: FileKey,
        inherited: Inherited,
        now: Moment,
        isMoved: Bool = false,
        progress: Library.Progress
    ) throws {
        self.path = path
        try Self.check(file, key)
        try Disk.removeDatabase(path)
        do {
            if isMoved {
                try Disk.rename(file, to: path)
            } else {
                try Self.checkPages(of: file, key)
                try Disk.createFile(path)
                try Database.copy(
                    from: file,
                    in: key.files(at: file),
                    to: path,
                    sealed: key.files(at: path),
                    progress: progress
                )
                try Self.checkForm(path, key, of: file)
            }
            (identity, notes, media, fingerprint) = try Self.prepare(path, key, inherited, now: now)
        } catch {
            try? Disk.removeDatabase(path)
            // Name the backup, because the error would otherwise be about the library to be replaced.
            switch error {
            case StorageError.foreign(let part):
                throw LibraryError.refused(
                    "\(file) contains \(part), which Omena didn’t create. Nothing was changed. Choose another backup."
                )
            case StorageError.damaged(let flaw): throw Self.damaged(file, flaw)
            default: throw error
            }
        }
    }

    func remove() throws(LibraryError) { try Disk.removeDatabase(path) }

    private static func check(_ file: String, _ key: FileKey) throws(LibraryError) {
        guard Disk.exists(file) else { throw .refused("The file \(file) doesn’t exist.") }
        guard try Disk.size(of: file) > 0 else { throw noLibrary(file) }
        do throws(LibraryError) {
            try LibraryFile.inspect(file, with: key)
        } catch .notALibrary {
            throw noLibrary(file)
        } catch .newerVersion {
            throw .refused(
                "\(file) was created by a newer version of Omena. Nothing was changed. Update Omena to restore it."
            )
        }
    }

    private static func noLibrary(_ file: String) -> LibraryError {
        .refused("\(file) isn’t an Omena library or a backup of one. Nothing was changed.")
    }

    /// Refuses a file with pages that are not as they were written last.
    private static func checkPages(of file: String, _ key: FileKey) throws {
        let copy = try LibraryCopy(path: file, in: key.files(at: file))
        defer { try? copy.close() }
        guard !copy.pageFlaws.isEmpty else { return }
        throw LibraryError.refused(
            "\(file) is damaged, or another program has changed it. Nothing was changed. Choose another backup, or accept it as it is: omena check --accept --library \(file)"
        )
    }

    private static func checkForm(_ path: String, _ key: FileKey, of file: String) throws {
        let copy = try LibraryCopy(path: path, in: key.files(at: path))
        defer { try? copy.close() }
        guard let flaw = try copy.fileFlaws().first else { return }
        throw damaged(file, flaw)
    }

    private static func damaged(_ file: String, _ flaw: String) -> LibraryError {
        .refused("\(file) is damaged (\(flaw)). Nothing was changed. Choose another backup.")
    }

    /// Migrates the copy and begins a new epoch in it.
    private static func prepare(
        _ path: String,
        _ key: FileKey,
        _ inherited: Inherited,
        now: Moment
    ) throws -> (LibraryIdentity, notes: Int, media: Set<MediaHash>, LibraryFingerprint) {
        let database = try Database(path: path, in: key.files(at: path), now: now)
        do {
            let prepared = try database.write { writer in
                guard let row = try writer.library() else {
                    throw LibraryError.refused(
                        "This backup contains no library. Choose another one."
                    )
                }
                if let settings = inherited.settings {
                    guard try writer.latestClock() <= Stamp.latestAcceptedClock(at: now) else {
                        throw LibraryError.clockAhead
                    }
                    try writer.adoptCopy(keeping: settings)
                }
                let epoch = max(row.epoch, inherited.epoch) + 1
                try writer.setEpoch(epoch)
                try writer.replaceBrowsers(with: inherited.browsers)
                try writer.replaceClients(with: inherited.clients)
                try writer.replacePeers(with: inherited.peers)
                // What it writes from now on is not what its replica wrote after the backup.
                try writer.markReplaced()
                return (
                    LibraryIdentity(id: row.id, epoch: epoch),
                    notes: try writer.deckCounts().values.reduce(0) { $0 + $1.notes },
                    media: Set(try writer.media().values),
                    try writer.fingerprint()
                )
            }
            try database.close()
            return prepared
        } catch {
            try? database.close()
            throw error
        }
    }
}
