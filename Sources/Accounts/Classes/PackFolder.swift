internal import FoundationEssentials
internal import Glibc
package import Sodium
internal import Vault

/// The files of classes' decks, each stored once under the hash of its content: `packs/ab/<hash>`.
package struct PackFolder: Sendable {
    private let folder: String

    init(in folder: String) { self.folder = "\(folder)/packs" }

    package func path(of digest: Digest) -> String {
        "\(folder)/\(digest.description.prefix(2))/\(digest)"
    }

    /// Stores a file, which is kept for an hour, and then as long as an edition has it.
    package func put(_ bytes: [UInt8]) throws(AccountsError) -> Digest {
        let digest = Digest(of: bytes)
        let path = path(of: digest)
        // A file that is used again begins another hour.
        if utimes(path, nil) == 0 { return digest }
        do {
            try FileManager.default.createDirectory(
                atPath: AtomicFile.folder(of: path),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try AtomicFile.write(bytes, to: path)
        } catch {
            throw .storage(reason: "\(path) cannot be written")
        }
        return digest
    }

    /// The content of a file; nil where it is missing, larger than `limit` bytes, or damaged.
    package func content(of digest: Digest, limit: Int) -> [UInt8]? {
        let path = path(of: digest)
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= limit,
            let bytes = try? AtomicFile.read(path, limit: status.st_size),
            Digest(of: bytes) == digest
        else { return nil }
        return bytes
    }

    /// Deletes the files that no edition has, unless they are new.
    func deleteAll(except digests: Set<String>) {
        let limit = time(nil) - 3_600
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        for file in files {
            guard let name = file.split(separator: "/").last, !digests.contains(String(name))
            else { continue }
            var status = stat()
            guard lstat("\(folder)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_mtim.tv_sec < limit
            else { continue }
            unlink("\(folder)/\(file)")
        }
    }
}
