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
        let lock = LibraryForm.path(beside: path)
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

    /// How to get the library back.
    private var advice: String {
        let backups = BackupFolder(ofLibrary: path, key: FileKey(key: nil))
        guard let latest = try? backups.backups().first else { return "put it back from a copy" }
        let file = backups.path(of: latest.name)
        return "restore its latest backup with 'omena restore --library \(path) \(file)'"
    }
}

/// Whether a library had a lock when it was last opened, remembered in the file `PATH-lock`, which is never deleted.
enum LibraryForm: String {
    case plain = "Omena library without a lock\n"
    case sealed = "Omena library with a lock\n"

    static func path(beside library: String) -> String { library + "-lock" }

    /// Nil where none was ever opened.
    init?(rememberedBeside library: String) {
        let file = open(Self.path(beside: library), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        // `SentFacts` writes another line.
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        self.init(rawValue: text.prefix { $0 != "\n" } + "\n")
    }

    /// Writes it into the lock file, which this process holds; it is durable when this returns.
    func remember(beside library: String) throws(LibraryError) {
        guard LibraryForm(rememberedBeside: library) != self else { return }
        let path = Self.path(beside: library)
        // NB: The file must stay the same one, or another process could lock it too.
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Disk.failure(path, errno) }
        defer { close(file) }
        let bytes = Array(rawValue.utf8)
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
            ftruncate(file, off_t(bytes.count)) == 0, fsync(file) == 0
        else { throw Disk.failure(path, errno) }
    }
}
