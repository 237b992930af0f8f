import CSQLite
internal import Threads

/// A virtual file system of SQLite that encrypts all files of one database.
///
/// The database file starts with a header that belongs to the caller; sectors follow it.
///
/// `@unchecked Sendable` as its superclass; what else threads share is guarded by a lock.
package final class SealedFiles: FileLayer, @unchecked Sendable {
    package static let sectorSize = 4096

    let headerSize: Int
    /// Whether files are encrypted, and only one database is allowed; false only in tests.
    let isSealing: Bool
    let cipher: @Sendable (FilePart) -> any SectorCipher
    let index = LogIndex()
    private let sum = PageSum()

    private let sharing = FilePart.allCases.map { _ in ReadWriteLock() }
    private let observer: (@Sendable (DiskStep) -> Void)?
    private let database = Locked<String?>(nil)

    /// Registers a file system for one database.
    ///
    /// - Parameters:
    ///   - headerSize: The size of the caller's header in the database file; whole sectors.
    ///   - observer: Called for each operation on the disk, by tests.
    ///   - cipher: Called for each file that is opened.
    package init(
        headerSize: Int,
        isSealing: Bool = true,
        observer: (@Sendable (DiskStep) -> Void)?,
        cipher: @escaping @Sendable (FilePart) -> any SectorCipher
    ) {
        precondition(headerSize % Self.sectorSize == 0)
        self.isSealing = isSealing
        self.headerSize = headerSize
        self.cipher = cipher
        self.observer = observer
        super.init()
    }

    /// Guards sectors that are only partly written.
    func shared(_ part: FilePart) -> ReadWriteLock { sharing[Int(part.rawValue)] }

    /// The path of its only database is that of the first one to be opened.
    override func mayOpen(_ part: FilePart, at path: String) -> Bool {
        guard isSealing, part == .database else { return true }
        return database.withLock { database in
            if database == nil { database = path }
            return database == path
        }
    }

    override func file(_ real: RealFile, _ part: FilePart, at path: String) -> LayeredFile {
        SealedFile(real, part: part, path: path, files: self)
    }

    /// What is known of the pages of a file.
    func sum(ofFileAt path: String) -> PageSum {
        isSealing ? sum : ChecksumFiles.shared.sum(ofFileAt: path)
    }

    override func didDelete(_ path: String) { report { .delete(path: path) } }

    func report(_ step: () -> DiskStep) {
        if let observer { observer(step()) }
    }
}
