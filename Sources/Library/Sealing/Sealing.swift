internal import LibraryValues
internal import SQLite
internal import Storage
internal import Vault

/// Puts the files of a library under a key, or takes them from under it, one after the other, while nobody has it open.
///
/// Each file has its old content or its new one, whenever the program or the power ends; what was begun is finished when
/// the library is opened next. The library's own file is the first that is sealed and the last that is opened: it
/// says which of the two its other files are to be.
struct Sealing {
    let file: LibraryFile
    /// What opens the files that are sealed now.
    let old: FileKey
    /// What is to open them; nil for files that anybody can read.
    let new: VaultKey?
    /// Runs between any two things that are done to the disk; a test ends there.
    var step: () throws -> Void = {}

    /// Behind the name of a file that is being written.
    private static let unfinished = "-sealing"
    /// Behind the name of a file that is open and has been replaced by a sealed one.
    private static let left = "-plain"

    /// Every file of the library that holds what a learner wrote, its own first.
    private func files() throws -> [String] {
        let folder = BackupFolder(ofLibrary: file.path, key: old)
        return try
            ([file.path, file.mediaPath, folder.mediaPath]
            + folder.backups().map { folder.path(of: $0.name) })
            .filter { try Disk.size(of: $0) > 0 }
    }

    /// Does what has not been done yet.
    func run(progress: (Double) -> Void) throws {
        try sweep()
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

    /// Wipes what an earlier time left behind, with what SQLite had beside it: a journal holds pages too.
    func sweep() throws {
        let folder = BackupFolder(ofLibrary: file.path, key: old)
        // What a backup, or its return, was being made of when the program ended.
        var left = [folder.path + "/unfinished", file.path + "-restoring"]
        left += [file.path, file.mediaPath].flatMap { [$0 + Self.unfinished, $0 + Self.left] }
        let names = Set(try Disk.names(in: folder.path))
        for mark in [Self.unfinished, Self.left] {
            for ending in Self.endings {
                left +=
                    names
                    .filter { $0.hasSuffix(mark + ending) }
                    .map { "\(folder.path)/\($0.dropLast(ending.count))" }
            }
        }
        for path in Set(left).sorted() {
            for ending in Self.endings { try Disk.wipe(path + ending) }
        }
    }

    /// What SQLite calls the files of one database, itself first.
    private static let endings = ["", "-wal", "-shm", "-journal"]

    private func turn(_ path: String, progress: (Double) -> Void) throws {
        guard try !FileKey.lies(path, under: new) else { return }
        let unfinished = path + Self.unfinished
        try Disk.make(unfinished)
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
            // So that what is replaced can be found, and wiped, whatever happens next.
            try Disk.link(path, to: path + Self.left)
            try step()
        }
        try Disk.rename(unfinished, to: path)
        try step()
        for ending in Self.endings.dropFirst() { try Disk.wipe(path + ending) }
        try Disk.wipe(path + Self.left)
        try step()
    }
}
