internal import LibraryValues
internal import Storage
internal import Vault

/// Encrypts or decrypts the files of a library one after the other, while nobody has it open.
///
/// Each file has its old or its new content whenever the program or the power fails; interrupted work is finished when
/// the library is opened next. The main file is sealed first and unsealed last, so that it tells which of the two its
/// other files are to become.
struct Sealing {
    let file: LibraryFile
    /// Opens the files that are sealed now.
    let old: FileKey
    /// The key to seal them with; nil to unseal them.
    let new: VaultKey?
    /// Called between any two operations on the disk, so that tests can interrupt the work.
    var step: () throws -> Void = {}

    /// The suffix of a file that is being written.
    private static let unfinished = "-sealing"
    /// The suffix of a plain file that has been replaced by a sealed one.
    private static let left = "-plain"

    /// Every file that holds the learner's data, the main file first.
    private func files() throws -> [String] {
        let folder = BackupFolder(ofLibrary: file.path, key: old)
        return try
            ([file.path, file.mediaPath, folder.mediaPath]
            + folder.backups().map { folder.path(of: $0.name) })
            .filter { try Disk.size(of: $0) > 0 }
    }

    func run(progress: (Double) -> Void) throws {
        try wipeLeftovers()
        let files = try files()
        let ordered = new == nil ? files.reversed() : files
        let sizes = try ordered.map { try Disk.size(of: $0) }
        let total = Double(max(1, sizes.reduce(0, +)))
        var done = 0.0
        for (path, size) in zip(ordered, sizes) {
            try turn(path) { progress((done + $0 * Double(size)) / total) }
            done += Double(size)
        }
    }

    /// Wipes what an interrupted run left behind, with SQLite's files beside it, because journals contain pages too.
    func wipeLeftovers() throws {
        let folder = BackupFolder(ofLibrary: file.path, key: old)
        // Left by an interrupted backup, test or restoration.
        var left = [folder.path + "/unfinished", folder.testingPath, file.path + "-restoring"]
        left += [file.path, file.mediaPath].flatMap { [$0 + Self.unfinished, $0 + Self.left] }
        let names = Set(try Disk.names(in: folder.path))
        for mark in [Self.unfinished, Self.left] {
            for ending in Disk.databaseEndings {
                left +=
                    names
                    .filter { $0.hasSuffix(mark + ending) }
                    .map { "\(folder.path)/\($0.dropLast(ending.count))" }
            }
        }
        for path in Set(left).sorted() {
            for ending in Disk.databaseEndings { try Disk.wipe(path + ending) }
        }
    }

    private func turn(_ path: String, progress: (Double) -> Void) throws {
        guard try !FileKey.matches(path, under: new) else { return }
        let unfinished = path + Self.unfinished
        try Disk.createFile(unfinished)
        try step()
        try Database.copy(
            from: path,
            in: old.files(at: path),
            to: unfinished,
            sealed: new?.files(at: unfinished),
            progress: progress
        )
        try step()
        if try !FileKey.isSealed(path) {
            // So that the replaced file can be found and wiped whatever happens next.
            try Disk.link(path, to: path + Self.left)
            try step()
        }
        try Disk.rename(unfinished, to: path)
        try step()
        for ending in Disk.databaseEndings.dropFirst() { try Disk.wipe(path + ending) }
        try Disk.wipe(path + Self.left)
        try step()
    }
}
