internal import Glibc
internal import SQLite
internal import Vault

/// The key of a library's files; none if they are not encrypted.
struct FileKey: Sendable {
    let key: VaultKey?

    /// How to access a sealed file; nil for a plain one.
    ///
    /// A new file is sealed if the library is.
    func files(at path: String) throws -> SealedFiles? {
        let start = try Self.start(of: path, count: SealedPrefix.markSize)
        guard !start.isEmpty else { return try key?.files(at: path) }
        guard SealedPrefix.isSealed(start) else { return nil }
        guard let key else { throw LibraryError.locked(path: path) }
        return try key.files(at: path)
    }

    /// Whether a file is sealed, with whatever key.
    static func isSealed(_ path: String) throws(LibraryError) -> Bool {
        SealedPrefix.isSealed(try start(of: path, count: SealedPrefix.markSize))
    }

    /// Whether a file is sealed with this key or, for nil, plain.
    static func matches(_ path: String, under key: VaultKey?) throws -> Bool {
        guard try isSealed(path) else { return key == nil }
        return try SealedPrefix(at: path).vault == key?.vault
    }

    /// The first bytes of a database as SQLite would see them; empty where there is no file or it is empty.
    ///
    /// NB: Not of a file that is open in this process: closing it would release SQLite's locks.
    func start(of path: String, count: Int) throws(LibraryError) -> [UInt8] {
        let start = try Self.start(of: path, count: max(count, SealedPrefix.markSize))
        guard SealedPrefix.isSealed(start) else { return Array(start.prefix(count)) }
        guard let key else { throw .locked(path: path) }
        return try LibraryError.translating(path: path) {
            try key.start(ofFileAt: path, count: count)
        }
    }

    private static func start(of path: String, count: Int) throws(LibraryError) -> [UInt8] {
        // Opening a pipe would block otherwise.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return [] }
            throw Disk.failure(path, errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Disk.failure(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Disk.failure(path, EISDIR)
        default: throw .notALibrary(path: path)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = pread(file, &bytes, count, 0)
        guard read >= 0 else { throw Disk.failure(path, errno) }
        return Array(bytes.prefix(read))
    }
}
