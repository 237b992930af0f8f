internal import Glibc
internal import Sodium
package import SQLite

extension VaultKey {
    /// The place where the database at `path` lies sealed; an empty file is given its head, and a key of its own, now.
    ///
    /// Whoever asks for the same file under the same key is given the same place, as long as anybody has it.
    package func files(at path: String) throws(VaultError) -> SealedFiles {
        try files(at: path, observer: nil)
    }

    /// The same for a test that is told what is done to the disk.
    package func files(
        at path: String,
        observer: (@Sendable (DiskStep) -> Void)?
    ) throws(VaultError) -> SealedFiles {
        let head = try head(at: path)
        let secret = try head.key(under: key(of: head), path: path)
        let made = {
            SealedFiles(headSize: SealedHeader.size, observer: observer) { part in
                // What is gone when it is closed needs no key that anybody keeps.
                let key =
                    part == .temporary ? SecretBytes(randomCount: SectorSeal.keySize) : secret
                return SectorSeal(key: key, part: part)
            }
        }
        return observer == nil ? open.files(at: path, head, made: made) : made()
    }

    /// Reads the first bytes of a sealed database, at most a sector of them, without SQLite, which would touch the file.
    public func start(ofFileAt path: String, count: Int) throws(VaultError) -> [UInt8] {
        let file = try SealedPrefix(at: path)
        let secret = try file.head.key(under: key(of: file.head), path: path)
        let cipher = SectorSeal(key: secret, part: .database)
        guard var sector = file.sector else { return [] }
        sector.withUnsafeMutableBytes { cipher.decrypt($0, from: 0) }
        return Array(sector.prefix(count))
    }

    /// The key that a file lies under; this one, where it is none of them.
    private func key(of head: SealedHeader) -> VaultKey {
        earlier.first { $0.vault == head.vault } ?? self
    }

    /// The head of a file, given to it now where it has none.
    private func head(at path: String) throws(VaultError) -> SealedHeader {
        let file = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        // A backup may be write-protected; then it has its head already.
        guard file >= 0 else { return try SealedPrefix(at: path).head }
        defer { close(file) }
        guard try Self.isNew(file, path) else { return try SealedPrefix(at: path).head }
        let head = SealedHeader(under: self)
        let bytes = head.bytes
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fsync(file) == 0 else {
            throw .disk(path, errno)
        }
        return head
    }

    /// Whether nothing was ever kept in the file: it is empty, or power was lost while it was given its head.
    private static func isNew(_ file: CInt, _ path: String) throws(VaultError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: SealedHeader.size + 1)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .disk(path, errno) }
        let head = bytes.prefix(count)
        guard count <= SealedHeader.size else { return false }
        if head.allSatisfy({ $0 == 0 }) { return true }
        guard SealedPrefix.isSealed(head) else { return false }
        do throws(VaultError) {
            _ = try SealedHeader(head, path: path)
            return false
        } catch {
            return error == .fileDamaged(path: path)
        }
    }
}

/// What the start of a file says without any key.
public struct SealedPrefix {
    let head: SealedHeader
    /// The first sector, if there is one.
    let sector: [UInt8]?

    /// Reads it; refuses a file that is not sealed.
    public init(at path: String) throws(VaultError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .disk(path, errno) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: SealedHeader.size + SealedFiles.sectorSize)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .disk(path, errno) }
        head = try SealedHeader(bytes.prefix(min(count, SealedHeader.size)), path: path)
        sector = count == bytes.count ? Array(bytes.suffix(SealedFiles.sectorSize)) : nil
    }

    /// How many bytes it takes to tell that a file is sealed.
    public static let markSize = SealedHeader.mark.count

    /// Which keys belong to it.
    public var vault: VaultID { head.vault }

    /// Whether a file starts as a sealed one does, whole or not.
    public static func isSealed(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: SealedHeader.mark)
    }
}

extension VaultError {
    static func disk(_ path: String, _ code: CInt) -> VaultError {
        .disk(path: path, reason: "\(String(cString: strerror(code))).")
    }
}
