package import LibraryValues

extension Library {
    /// Fails as opening the library at `path` would, as far as its files show from outside; changes and locks nothing.
    package static func inspect(at path: String) throws(LibraryError) {
        try checkPresence(at: path)
        let path = try LibraryFile.canonical(path)
        guard try isPresent(at: path) else { return }
        try LibraryTraces(beside: path).checkNoneOfLocked()
        try Disk.checkSingleName(path)
        guard try !LockedLibrary.isSealed(path) else { return }
        try LibraryFile.inspect(path, with: FileKey(key: nil))
    }

    /// The backups beside a library that need not be open, latest first, each with its file.
    package static func backups(
        ofLibraryAt path: String
    ) throws(LibraryError) -> [(backup: Backup, path: String)] {
        let folder = BackupFolder(
            ofLibrary: try LibraryFile.canonical(path),
            key: FileKey(key: nil)
        )
        return try folder.backups().map { ($0, folder.path(of: $0.name)) }
    }

    /// The latest test restore of a library that need not be open; nil where there was none.
    package static func testRestore(ofLibraryAt path: String) throws(LibraryError) -> TestRestore? {
        BackupFolder(ofLibrary: try LibraryFile.canonical(path), key: FileKey(key: nil)).test()
    }
}
