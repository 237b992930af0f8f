import CSQLite
internal import Threads

/// A virtual file system of SQLite that encrypts all files of one database.
///
/// It is a shim over the default file system, which stores, locks and flushes the files. The database file starts with a
/// header that belongs to the caller; sectors follow it.
///
/// `@unchecked Sendable`: it wraps SQLite's handle, which is not changed after `init`; what else threads share is guarded by a lock.
package final class SealedFiles: @unchecked Sendable {
    package static let sectorSize = 4096

    let headerSize: Int
    /// Whether files are encrypted, and only one database is allowed; false only in tests.
    let isSealing: Bool
    let cipher: @Sendable (SealedPart) -> any SectorCipher
    let index = LogIndex()
    let base: UnsafeMutablePointer<sqlite3_vfs>

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let sharing = SealedPart.allCases.map { _ in ReadWriteLock() }
    private let observer: (@Sendable (DiskStep) -> Void)?
    private let database = Locked<String?>(nil)

    /// Leaves files unencrypted, and reports each operation on the disk to a test.
    package convenience init(recordingTo observer: @escaping @Sendable (DiskStep) -> Void) {
        self.init(headerSize: 0, isSealing: false, observer: observer) { _ in IdentityCipher() }
    }

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
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        precondition(headerSize % Self.sectorSize == 0)
        self.isSealing = isSealing
        guard let base = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has no file system")
        }
        self.headerSize = headerSize
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

    var name: UnsafePointer<CChar>? { vfs.pointee.zName }

    /// Guards sectors that are only partly written.
    func shared(_ part: SealedPart) -> ReadWriteLock { sharing[Int(part.rawValue)] }

    /// Whether the path is that of this file system's only database, which is the first one to be opened.
    func isDatabase(at path: String) -> Bool {
        guard isSealing else { return true }
        return database.withLock { database in
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

private final class IdentityCipher: SectorCipher {
    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
}
