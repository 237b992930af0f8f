internal import FoundationEssentials
internal import Glibc
package import Sodium
internal import Vault

/// The files of classes' decks, each stored once under the hash of its content: `packs/ab/<hash>`.
package struct PackFolder: Sendable {
    private let folder: String
    /// Where they are for all nodes of a fleet; nil where the folder has all of them.
    private let sharedFiles: (any SharedFiles)?

    init(in folder: String, before sharedFiles: (any SharedFiles)? = nil) {
        self.folder = "\(folder)/packs"
        self.sharedFiles = sharedFiles
    }

    package func path(of digest: Digest) -> String {
        "\(folder)/\(digest.description.prefix(2))/\(digest)"
    }

    /// Stores a file, which is kept for an hour, and then as long as an edition has it.
    package func put(_ bytes: [UInt8]) throws(AccountsError) -> Digest {
        let digest = Digest(of: bytes)
        try sharedFiles?.put(bytes, under: digest)
        try store(bytes, under: digest)
        return digest
    }

    private func store(_ bytes: [UInt8], under digest: Digest) throws(AccountsError) {
        let path = path(of: digest)
        // A file that is used again begins another hour.
        if utimes(path, nil) == 0 { return }
        do {
            try PrivateFolder.create(AtomicFile.folder(of: path), withParents: true)
            // Several may store the same at the same time. What a crash leaves belongs to no edition, and is deleted as that is.
            let name = "\(path)-\(UInt64.random(in: 0 ... .max))"
            try AtomicFile.write(bytes, to: path, through: name)
        } catch {
            throw .storage(reason: "\(path) cannot be written")
        }
    }

    /// The content of a file; nil where it is missing, larger than `limit` bytes, or damaged.
    package func content(of digest: Digest, limit: Int) -> [UInt8]? {
        try? reachableContent(of: digest, limit: limit)
    }

    /// The same; fails where what the nodes of a fleet share cannot be reached.
    func reachableContent(of digest: Digest, limit: Int) throws(AccountsError) -> [UInt8]? {
        if let bytes = stored(digest, limit: limit) { return bytes }
        guard let bytes = try sharedFiles?.content(of: digest), bytes.count <= limit,
            Digest(of: bytes) == digest
        else { return nil }
        // Others read the file.
        try? store(bytes, under: digest)
        return bytes
    }

    private func stored(_ digest: Digest, limit: Int) -> [UInt8]? {
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

/// What the nodes of a fleet share besides the accounts themselves.
package protocol SharedFiles: Sendable {
    /// Stores a file of a class's deck.
    func put(_ bytes: [UInt8], under digest: Digest) throws(AccountsError)
    /// Nil if it is not there, or damaged.
    func content(of digest: Digest) throws(AccountsError) -> [UInt8]?
    /// Deletes what is left of uploads that were interrupted more than a day ago; to be called each day.
    func deleteInterruptedUploads() throws(AccountsError)
    /// How many bytes a learner's library takes, with pictures and sounds.
    func size(of account: Account) throws(AccountsError) -> Int
    func deleteLibrary(of account: Account) throws(AccountsError)
}
