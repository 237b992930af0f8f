internal import Glibc

/// Small files that are replaced atomically: after a power failure there is either the old content or the new one.
package enum AtomicFile {
    /// Replaces the file at `path`, readable only by this user.
    ///
    /// - Parameter unfinished: Where the content is first, which only one writer at a time may use.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        through unfinished: String? = nil
    ) throws(VaultError) {
        let unfinished = unfinished ?? path + "-unfinished"
        let file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .disk(path, errno) }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten, rename(unfinished, path) == 0 else {
            let code = isWritten ? errno : code
            unlink(unfinished)
            throw .disk(path, code)
        }
        flush(folderOf: path)
    }

    /// Reads at most `limit` bytes; nil if there is no file.
    package static func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .disk(path, errno)
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < bytes.count {
            let more = bytes[count...].withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress, $0.count)
            }
            guard more >= 0 else { throw .disk(path, errno) }
            if more == 0 { break }
            count += more
        }
        return Array(bytes.prefix(count))
    }

    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Syncs a folder's entries to disk.
    package static func flush(folderOf path: String) {
        let file = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        // File systems that do not support this do not need it.
        fsync(file)
        close(file)
    }
}
