import CSQLite
internal import Threads

/// A virtual file system of SQLite that encrypts all files of one database.
///
/// It is a shim over the default file system, which stores, locks and flushes the files. The database file starts with a
/// header that belongs to the caller; sectors follow it.
package final class SealedFiles: @unchecked Sendable {
    package static let sectorSize = 4096

    let headSize: Int
    /// Whether files are encrypted, and only one database is allowed; false only in tests.
    let isSealing: Bool
    let cipher: @Sendable (SealedPart) -> any SectorCipher
    let index = LogIndex()
    let base: UnsafeMutablePointer<sqlite3_vfs>

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let sharing = SealedPart.allCases.map { _ in ReadWriteLock() }
    private let observer: (@Sendable (DiskStep) -> Void)?
    private let lock = Lock()
    // Guarded by `lock`.
    private var database: String?

    /// Registers a file system for one database.
    ///
    /// - Parameters:
    ///   - headSize: The size of the caller's header in the database file; whole sectors.
    ///   - cipher: Called for each file that is opened.
    package convenience init(
        headSize: Int,
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        self.init(headSize: headSize, isSealing: true, observer: nil, cipher: cipher)
    }

    /// Reports to a test what is done to the disk.
    package convenience init(
        headSize: Int,
        observer: (@Sendable (DiskStep) -> Void)?,
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        self.init(headSize: headSize, isSealing: true, observer: observer, cipher: cipher)
    }

    /// Leaves files unencrypted, and reports to a test what is done to the disk.
    package convenience init(recordingTo observer: @escaping @Sendable (DiskStep) -> Void) {
        self.init(headSize: 0, isSealing: false, observer: observer) { _ in IdentityCipher() }
    }

    private init(
        headSize: Int,
        isSealing: Bool,
        observer: (@Sendable (DiskStep) -> Void)?,
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        precondition(headSize % Self.sectorSize == 0)
        self.isSealing = isSealing
        guard let base = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has no file system")
        }
        self.headSize = headSize
        self.cipher = cipher
        self.observer = observer
        self.base = base
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: .sealing(base))
        vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        vfs.pointee.zName = UnsafePointer(Self.copy("omena-\(UInt(bitPattern: vfs))"))
        let code = sqlite3_vfs_register(vfs, 0)
        precondition(code == SQLITE_OK, "SQLite refused the file system: \(code)")
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.pointee.zName?.deallocate()
        vfs.deallocate()
    }

    /// Its name in SQLite.
    var name: UnsafePointer<CChar>? { vfs.pointee.zName }

    /// Guards sectors that are only partly written.
    func shared(_ part: SealedPart) -> ReadWriteLock { sharing[Int(part.rawValue)] }

    /// Whether it is the one database of this file system; the first one that is opened becomes that.
    func isHome(of path: String) -> Bool {
        guard isSealing else { return true }
        return lock.withLock {
            if database == nil { database = path }
            return database == path
        }
    }

    func report(_ step: () -> DiskStep) {
        if let observer { observer(step()) }
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return copy
    }
}

/// Leaves sectors as they are.
private final class IdentityCipher: SectorCipher {
    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
}
