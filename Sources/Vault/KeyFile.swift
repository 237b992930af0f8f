internal import Glibc
internal import Sodium

/// The small file beside a library that holds its key ring.
public struct KeyFile: Sendable {
    /// Where it lies.
    public let path: String

    /// The file that belongs to the library at `path`.
    public init(ofLibrary path: String) { self.path = path + "-keys" }

    /// Whether there is one.
    public var exists: Bool { access(path, F_OK) == 0 }

    /// Reads the ring, and sees that it belongs to the sealed file it lies beside.
    public func read(for vault: VaultID?) throws(VaultError) -> KeyRing {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw errno == ENOENT ? .keysMissing(path: path) : .disk(path, errno)
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: KeyRing.maximumSize + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes[count...].withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress, $0.count)
            }
            guard more >= 0 else { throw .disk(path, errno) }
            if more == 0 { break }
            count += more
        }
        let ring = try KeyRing(Array(bytes.prefix(count)), path: path)
        guard vault.map({ $0 == ring.vault || ring.earlier.contains($0) }) != false else {
            throw .keysOfAnotherLibrary(path: path)
        }
        return ring
    }

    /// Puts a ring in the place of what is there: whenever power is lost, the old one is there or the new one.
    public func write(_ ring: KeyRing) throws(VaultError) {
        let unfinished = path + "-unfinished"
        let bytes = ring.bytes
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
        flushFolder()
    }

    private func flushFolder() {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        // Not every file system knows how; those that do not have nothing to lose.
        fsync(file)
        close(file)
    }
}
