internal import LibraryValues
internal import Notes
internal import Storage

/// The folder beside a library in which its backups lie; their pictures and sound are kept there once for all of them.
struct BackupFolder {
    let path: String
    private let key: FileKey

    private static let ending = ".omena"

    init(ofLibrary path: String, key: FileKey) {
        self.path = path + "-backups"
        self.key = key
    }

    /// Where a backup lies.
    func path(of backup: BackupName) -> String { "\(path)/\(backup)\(Self.ending)" }

    /// The pictures and sound of all backups.
    var mediaPath: String { "\(path)/media" }

    /// All of them, the latest first.
    func backups() throws(LibraryError) -> [Backup] {
        var backups: [Backup] = []
        for file in try Disk.names(in: path) where file.hasSuffix(Self.ending) {
            guard let name = BackupName(file.dropLast(Self.ending.count)) else { continue }
            backups.append(Backup(name: name, bytes: try Disk.size(of: path(of: name))))
        }
        return backups.sorted { $0.name.moment > $1.name.moment }
    }

    /// Adds one that `body` makes at the path it is given; nobody sees it before it is whole.
    func add(
        _ reason: BackupName.Reason,
        at moment: Moment,
        _ body: (String) throws -> Void
    ) throws -> Backup {
        try Disk.makeFolder(path)
        let unfinished = "\(path)/unfinished"
        try Disk.remove(unfinished)
        try Disk.make(unfinished)
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

    /// Keeps a library that does not open, as it is, by a second name.
    func keepAsItIs(_ library: String, at moment: Moment) throws -> BackupName {
        try Disk.makeFolder(path)
        let name = freeName(.replaced, at: moment)
        // The log first: without its library it does no harm.
        for ending in ["-wal", ""] where Disk.holds(library + ending) {
            try Disk.link(library + ending, to: path(of: name) + ending)
        }
        return name
    }

    /// Keeps the pictures and sound that a backup names, as far as they are there.
    func keepMedia(ofCopy copy: String, from media: MediaFile?) throws {
        let wanted = try self.media(ofCopy: copy)
        guard let media, !wanted.isEmpty else { return }
        _ = try withMedia { try $0.take(wanted, from: media, where: Library.isTrue) }
    }

    /// Removes backups that may go by now, and what only they named.
    func thin(_ thinning: BackupThinning = BackupThinning(), at now: Moment) throws {
        let superfluous = thinning.superfluous(try backups().map(\.name), at: now)
        guard !superfluous.isEmpty else { return }
        for backup in superfluous {
            try Disk.remove(path(of: backup))
            try Disk.remove(path(of: backup) + "-wal")
        }
        guard Disk.holds(mediaPath) else { return }
        var wanted: Set<MediaHash> = []
        for backup in try backups() {
            // What one names that cannot be read is not known: then nothing goes.
            guard let hashes = try? self.media(ofCopy: path(of: backup.name)) else { return }
            wanted.formUnion(hashes)
        }
        try withMedia { media in
            let unwanted = try media.hashes().subtracting(wanted)
            if !unwanted.isEmpty { try media.remove(unwanted) }
        }
    }

    /// Lends the pictures and sound of all backups, in a file that is made where there is none.
    private func withMedia<Result>(_ body: (MediaFile) throws -> Result) throws -> Result {
        try Disk.make(mediaPath)
        let media = try MediaFile(path: mediaPath, in: key.files(at: mediaPath))
        defer { try? media.close() }
        return try body(media)
    }

    private func media(ofCopy path: String) throws -> Set<MediaHash> {
        let copy = try LibraryCopy(path: path, in: key.files(at: path))
        defer { try? copy.close() }
        return Set(try copy.read { try $0.media() }.values)
    }

    /// The name for this moment, or for the next one that no other backup has.
    private func freeName(_ reason: BackupName.Reason, at moment: Moment) -> BackupName {
        var name = BackupName(moment: moment, reason: reason)
        while Disk.holds(path(of: name)) {
            let next = Moment(milliseconds: name.moment.milliseconds + 1)
            name = BackupName(moment: next, reason: reason)
        }
        return name
    }
}
