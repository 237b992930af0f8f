internal import LibraryValues
internal import Notes
internal import Storage
internal import Vault

/// The folder beside a library that holds its backups, with one media file for all of them.
struct BackupFolder {
    let path: String
    private let key: FileKey

    private static let ending = ".omena"

    init(ofLibrary path: String, key: FileKey) {
        self.path = path + "-backups"
        self.key = key
    }

    func path(of backup: BackupName) -> String { "\(path)/\(backup)\(Self.ending)" }

    var mediaPath: String { "\(path)/media" }

    /// Where the result of the latest test restore is.
    var testPath: String { "\(path)/test.json" }

    /// Where a backup is restored to test it.
    var testingPath: String { "\(path)/testing" }

    /// All backups, latest first.
    func backups() throws(LibraryError) -> [Backup] {
        var backups: [Backup] = []
        for file in try Disk.names(in: path) where file.hasSuffix(Self.ending) {
            guard let name = BackupName(file.dropLast(Self.ending.count)) else { continue }
            backups.append(Backup(name: name, bytes: try Disk.size(of: path(of: name))))
        }
        return backups.sorted { $0.name.moment > $1.name.moment }
    }

    /// Adds the backup that `body` writes to the path it is given; it appears under its name only when it is complete.
    func add(
        _ reason: BackupName.Reason,
        at moment: Moment,
        _ body: (String) throws -> Void
    ) throws -> Backup {
        try PrivateFolder.create(path)
        let unfinished = "\(path)/unfinished"
        try Disk.remove(unfinished)
        try Disk.createFile(unfinished)
        do {
            try body(unfinished)
        } catch {
            try? Disk.remove(unfinished)
            throw error
        }
        let name = freeName(reason, at: moment)
        try Disk.rename(unfinished, to: path(of: name))
        return Backup(name: name, bytes: try Disk.size(of: path(of: name)))
    }

    /// Adds a library file that cannot be opened as a backup, unchanged, by hard links.
    func addUnreadable(_ library: String, at moment: Moment) throws -> BackupName {
        try PrivateFolder.create(path)
        let name = freeName(.replaced, at: moment)
        // The log first, because a log without its library does no harm.
        for ending in ["-wal", ""] where Disk.exists(library + ending) {
            try Disk.link(library + ending, to: path(of: name) + ending)
        }
        return name
    }

    /// Stores the media that a backup refers to, as far as they exist.
    func keepMedia(ofCopy copy: String, from media: MediaFile?) throws {
        let wanted = try self.media(ofCopy: copy)
        guard let media, !wanted.isEmpty else { return }
        _ = try withMedia { try $0.take(wanted, from: media, where: Library.isTrue) }
    }

    /// How many expired backups are removed at once, so that no mistake costs many.
    private static let mostRemoved = 3

    /// Removes expired backups, a few at a time and the oldest first, and the media that only they referred to.
    func thin(at now: Moment) throws {
        let expired = BackupThinning().expired(try backups().map(\.name), at: now)
            .suffix(Self.mostRemoved)
        guard !expired.isEmpty else { return }
        for backup in expired {
            try Disk.remove(path(of: backup))
            try Disk.remove(path(of: backup) + "-wal")
        }
        guard Disk.exists(mediaPath) else { return }
        var wanted: Set<MediaHash> = []
        for backup in try backups() {
            // The media of an unreadable backup are unknown, so nothing is removed.
            guard let hashes = try? self.media(ofCopy: path(of: backup.name)) else { return }
            wanted.formUnion(hashes)
        }
        try withMedia { media in
            let unused = try media.hashes().subtracting(wanted)
            if !unused.isEmpty { try media.remove(unused) }
        }
    }

    /// Passes the media file of all backups, created if it does not exist.
    private func withMedia<Result>(_ body: (MediaFile) throws -> Result) throws -> Result {
        try Disk.createFile(mediaPath)
        let media = try MediaFile(path: mediaPath, in: key.files(at: mediaPath))
        defer { try? media.close() }
        return try body(media)
    }

    func storedMedia() throws -> Set<MediaHash> {
        guard Disk.exists(mediaPath) else { return [] }
        let media = try MediaFile(reading: mediaPath, in: key.files(at: mediaPath))
        defer { try? media.close() }
        return try media.hashes()
    }

    private func media(ofCopy path: String) throws -> Set<MediaHash> {
        let copy = try LibraryCopy(path: path, in: key.files(at: path))
        defer { try? copy.close() }
        return Set(try copy.read { try $0.media() }.values)
    }

    /// The name for this moment, or for the next one that is not taken.
    private func freeName(_ reason: BackupName.Reason, at moment: Moment) -> BackupName {
        var name = BackupName(moment: moment, reason: reason)
        while Disk.exists(path(of: name)) {
            let next = Moment(milliseconds: name.moment.milliseconds + 1)
            name = BackupName(moment: next, reason: reason)
        }
        return name
    }
}
