internal import Glibc
internal import LibraryValues
internal import Vault

/// What there is of a library beside its file: nothing where there never was one.
///
/// A file that is missing or empty becomes a new library only where there are none, because a learner who sees a new one
/// would take everything for lost, or write into the wrong file.
struct LibraryTraces {
    private let path: String
    /// The names of files, or what they are.
    private let names: [String]
    /// Those that belong to a library with a lock, unless its lock was turned off.
    private let namesOfLocked: [String]

    init(beside path: String) throws(LibraryError) {
        self.path = path
        let form = LibraryForm(rememberedBeside: path)
        let isSealed = try FileKey.isSealed(path)
        let backups = BackupFolder(ofLibrary: path, key: FileKey(key: nil))
        var names: [String] = []
        if isSealed { names.append("its first bytes") }
        let keys = KeyFile(ofLibrary: path).path
        let lock = LockFile(beside: path).path
        if Disk.exists(keys) { names.append(keys) }
        if try Disk.size(of: path + "-media") > 0 { names.append(path + "-media") }
        // Beside a file with content a log is nothing unusual.
        if try LibraryFile.isEmpty(path), try Disk.size(of: path + "-wal") > 0 {
            names.append(path + "-wal")
        }
        if (try? Disk.names(in: backups.path))?.isEmpty == false { names.append(backups.path) }
        if form != nil { names.append(lock) }
        self.names = names
        namesOfLocked =
            isSealed || form == .plain
            ? [] : names.filter { $0 == keys || form == .sealed && $0 == lock }
    }

    /// Fails if there are any, as there should be a library then.
    func checkNone() throws(LibraryError) {
        guard !names.isEmpty else { return }
        throw .cannotOpen(
            path: path,
            reason: """
                it is missing or empty, but there was a library: \(names.joined(separator: ", ")); \
                \(advice), or move these away to begin a new library.
                """
        )
    }

    /// Fails if they are those of a library with a lock, while the file in its place has none.
    func checkNoneOfLocked() throws(LibraryError) {
        guard !namesOfLocked.isEmpty else { return }
        let names = namesOfLocked.joined(separator: " and ")
        throw .cannotOpen(
            path: path,
            reason: """
                it has no lock, but the library that belongs there has one; move the file away, and \
                \(advice), or delete \(names) if you trust the file.
                """
        )
    }

    /// Fails if the log belongs to what the file held before it was overwritten.
    func checkLog() throws(LibraryError) {
        guard try OrphanedLog.isLeft(beside: path) else { return }
        let log = path + "-wal"
        throw .cannotOpen(
            path: path,
            reason: """
                it was overwritten while Omena was running, and \(log) belongs to what it held before; \
                \(advice), or delete \(log) to keep the file as it is.
                """
        )
    }

    /// How to get the library back.
    private var advice: String {
        let backups = BackupFolder(ofLibrary: path, key: FileKey(key: nil))
        guard let latest = try? backups.backups().first else { return "put it back from a copy" }
        let file = backups.path(of: latest.name)
        return "restore its latest backup with 'omena restore --library \(path) \(file)'"
    }
}

/// Whether a library had a lock when it was last opened: the first line of its lock file.
enum LibraryForm: String {
    case plain = "Omena library without a lock"
    case sealed = "Omena library with a lock"

    /// Nil where none was ever opened.
    init?(rememberedBeside library: String) {
        guard let line = LockFile(beside: library).lines().first else { return nil }
        self.init(rawValue: line)
    }

    func remember(beside library: String) throws(LibraryError) {
        try LockFile(beside: library).replaceLine(0, with: rawValue)
    }
}
