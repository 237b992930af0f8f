internal import Glibc
internal import Storage
internal import Threads
internal import Vault

/// A library's files, locked for this process alone until they are closed.
///
/// Everything is checked before anything is touched: the start of the file is read as bytes, and only a file that is a
/// library, or does not exist yet and never did, is locked and opened by SQLite.
final class LibraryFile: Sendable {
    /// The file of notes, cards and the log.
    let path: String
    /// The media file, created when it is first needed.
    let mediaPath: String
    let key: FileKey
    /// Whether opening will migrate it, judged by its first bytes.
    let isOlder: Bool
    /// What there was beside it before it was opened.
    let traces: LibraryTraces

    /// The descriptor that holds the lock on the file; nil once it is closed.
    private let lock: Locked<CInt?>

    /// Inspects and locks the file at `path`; creates it if it does not exist.
    convenience init(at path: String, key: FileKey) throws(LibraryError) {
        let path = try Self.canonical(path)
        let traces = try LibraryTraces(beside: path)
        var isOlder = false
        if try Self.isEmpty(path) {
            try traces.checkNone()
        } else {
            isOlder = try Self.inspect(path, with: key)
            try traces.checkNoneOfLocked()
        }
        try self.init(canonical: path, key: key, isOlder: isOlder, traces: traces)
        do {
            try traces.checkLog()
            try OrphanedLog.forget(beside: path)
            try Disk.createFile(path)
        } catch {
            close()
            throw error
        }
    }

    /// Locks whatever is at `path`, if anything, to replace it with a library.
    convenience init(replacing path: String, key: FileKey) throws(LibraryError) {
        let path = try Self.canonical(path)
        let traces = try LibraryTraces(beside: path)
        try self.init(canonical: path, key: key, isOlder: false, traces: traces)
    }

    /// The same file with its key; the lock stays with `locked` until `takeLock`.
    init(unlocking locked: LibraryFile, with key: FileKey) throws(LibraryError) {
        path = locked.path
        mediaPath = locked.mediaPath
        self.key = key
        traces = try LibraryTraces(beside: path)
        if try Self.isEmpty(path) { try traces.checkNone() }
        try traces.checkLog()
        try OrphanedLog.forget(beside: path)
        isOlder = try Self.inspect(path, with: key)
        lock = Locked(nil)
    }

    private init(
        canonical path: String,
        key: FileKey,
        isOlder: Bool,
        traces: LibraryTraces
    ) throws(LibraryError) {
        self.path = path
        self.key = key
        self.isOlder = isOlder
        self.traces = traces
        mediaPath = path + "-media"
        lock = Locked(try Self.takeLock(at: path))
        LibraryWorkFolder.clear(of: path)
    }

    var hasMedia: Bool { Disk.exists(mediaPath) }

    /// Takes over the lock from another holder in this process.
    func takeLock(from other: LibraryFile) {
        let taken = other.lock.withLock { $0.take() }
        lock.withLock { $0 = taken }
    }

    /// Deletes temporary files and releases the lock.
    func close() {
        guard let lock = lock.withLock({ $0.take() }) else { return }
        LibraryWorkFolder.clear(of: path)
        Glibc.close(lock)
    }
}

extension LibraryFile {
    /// The path without symbolic links, because the lock and SQLite's log are named after it.
    static func canonical(_ path: String) throws(LibraryError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .cannotOpen(path: path, reason: "that is no name of a file.")
        }
        if let path = resolve(path) { return path }
        guard errno == ENOENT else { throw Disk.failure(path, errno) }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        guard let folder = resolve(folder) else { throw Disk.failure(path, errno) }
        guard !name.isEmpty else { throw Disk.failure(path, EISDIR) }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// Whether a file is missing or has no content; that of a sealed one follows a header.
    static func isEmpty(_ path: String) throws(LibraryError) -> Bool {
        let size = try Disk.size(of: path)
        guard size > 0, size < SealedPrefix.size else { return size == 0 }
        return try FileKey.isSealed(path)
    }

    /// Reads the start of the file and refuses everything but a library that this version can open.
    ///
    /// - Returns: Whether an earlier version wrote it.
    @discardableResult
    static func inspect(_ path: String, with key: FileKey) throws(LibraryError) -> Bool {
        let start = try key.start(of: path, count: Database.headerSize)
        switch Database.kind(ofHeader: start) {
        case .library: return Database.isOlder(header: start)
        case .newer: throw .newerVersion(path: path)
        case .foreign: throw .notALibrary(path: path)
        }
    }

    /// Locks the file `PATH-lock` until the process ends or `close`; the file itself is never removed, so that nobody can
    /// lock another one of the same name.
    private static func takeLock(at path: String) throws(LibraryError) -> CInt {
        let lock = open(
            LockFile(beside: path).path,
            O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard lock >= 0 else { throw Disk.failure(path, errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            Glibc.close(lock)
            throw code == EWOULDBLOCK ? .inUse(path: path) : Disk.failure(path, code)
        }
        return lock
    }
}
