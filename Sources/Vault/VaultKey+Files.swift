internal import Glibc
internal import Sodium
package import SQLite

extension VaultKey {
    /// The file system of the sealed database at `path`; an empty file is given a header with a new key.
    ///
    /// The same file and key give the same file system as long as it is in use.
    ///
    /// - Parameter observer: Called for each operation on the disk, by tests; the file system is then always a new one.
    package func files(
        at path: String,
        observer: (@Sendable (DiskStep) -> Void)? = nil
    ) throws(VaultError) -> SealedFiles {
        let header = try header(at: path)
        let secret = try header.key(under: key(of: header), path: path)
        let make = {
            SealedFiles(headerSize: SealedHeader.size, observer: observer) { part in
                // A temporary database does not need a stored key.
                let key =
                    part == .temporary ? SecretBytes(randomCount: SectorSeal.keySize) : secret
                return SectorSeal(key: key, part: part)
            }
        }
        return observer == nil ? open.files(at: path, header, make: make) : make()
    }

    /// Reads at most one sector of a sealed database without SQLite, which might modify the file.
    package func start(ofFileAt path: String, count: Int) throws(VaultError) -> [UInt8] {
        let file = try SealedPrefix(at: path)
        let secret = try file.header.key(under: key(of: file.header), path: path)
        let cipher = SectorSeal(key: secret, part: .database)
        guard var sector = file.sector else { return [] }
        sector.withUnsafeMutableBytes { cipher.decrypt($0, from: 0) }
        return Array(sector.prefix(count))
    }

    /// The library's key that a file is encrypted with; this one unless it is one of the earlier ones.
    private func key(of header: SealedHeader) -> VaultKey {
        earlier.first { $0.vault == header.vault } ?? self
    }

    /// The header of a file, written now if it has none.
    private func header(at path: String) throws(VaultError) -> SealedHeader {
        let file = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        // A write-protected backup has its header already.
        guard file >= 0 else { return try SealedPrefix(at: path).header }
        defer { close(file) }
        guard try Self.isNew(file, path) else { return try SealedPrefix(at: path).header }
        let header = SealedHeader(under: self)
        let bytes = header.bytes
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fsync(file) == 0 else {
            throw .disk(path, errno)
        }
        return header
    }

    /// Whether the file was never used: it is empty, or a power failure interrupted the writing of its header.
    private static func isNew(_ file: CInt, _ path: String) throws(VaultError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: SealedHeader.size + 1)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .disk(path, errno) }
        let header = bytes.prefix(count)
        guard count <= SealedHeader.size else { return false }
        if header.allSatisfy({ $0 == 0 }) { return true }
        guard SealedPrefix.isSealed(header) else { return false }
        do throws(VaultError) {
            _ = try SealedHeader(header, path: path)
            return false
        } catch {
            return error == .fileDamaged(path: path)
        }
    }
}

/// The beginning of a sealed file, as far as it is readable without a key.
package struct SealedPrefix {
    let header: SealedHeader
    let sector: [UInt8]?

    /// Throws if the file is not sealed.
    package init(at path: String) throws(VaultError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .disk(path, errno) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.size)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .disk(path, errno) }
        header = try SealedHeader(bytes.prefix(min(count, SealedHeader.size)), path: path)
        sector = count == bytes.count ? Array(bytes.suffix(SealedFiles.sectorSize)) : nil
    }

    /// The size of the smallest sealed file with any content.
    package static let size = SealedHeader.size + SealedFiles.sectorSize

    /// How many bytes show that a file is sealed.
    package static let markSize = SealedHeader.mark.count

    /// Identifies the keys.
    package var vault: VaultID { header.vault }

    /// Whether a file starts like a sealed one, even if it is incomplete.
    package static func isSealed(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: SealedHeader.mark)
    }
}
