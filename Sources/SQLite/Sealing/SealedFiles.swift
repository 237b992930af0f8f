import CSQLite
internal import Threads

/// A file system in which one database lies sealed: all of its files are cipher text, and nothing above knows of it.
///
/// It stands on the system's own (a shim, in SQLite's words), which keeps files, locks and flushes as it always does. The
/// file of the database starts with a head, whose meaning is somebody else's, and sectors follow it.
public final class SealedFiles: @unchecked Sendable {
    /// How many bytes are encrypted together.
    public static let sectorSize = 4096

    let headSize: Int
    let cipher: @Sendable (SealedPart) -> any SectorCipher
    let index = LogIndex()
    let base: UnsafeMutablePointer<sqlite3_vfs>

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let sharing = SealedPart.allCases.map { _ in ReadWriteLock() }
    private let observer: (@Sendable (DiskStep) -> Void)?
    private let lock = Lock()
    // Guarded by `lock`.
    private var database: String?

    /// Prepares a place for one database.
    ///
    /// - Parameters:
    ///   - headSize: how many bytes of the database's file belong to somebody else; whole sectors.
    ///   - cipher: is asked for each file that is opened.
    public convenience init(
        headSize: Int,
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        self.init(headSize: headSize, observer: nil, cipher: cipher)
    }

    /// The same for a test that is told what is done to the disk.
    package init(
        headSize: Int,
        observer: (@Sendable (DiskStep) -> Void)?,
        cipher: @escaping @Sendable (SealedPart) -> any SectorCipher
    ) {
        precondition(headSize % Self.sectorSize == 0)
        guard let base = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite knows no file system")
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
        precondition(code == SQLITE_OK, "SQLite takes no file system: \(code)")
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.pointee.zName?.deallocate()
        vfs.deallocate()
    }

    /// What SQLite calls it.
    var name: UnsafePointer<CChar>? { vfs.pointee.zName }

    /// Guards the sectors that two writings of one part share.
    func shared(_ part: SealedPart) -> ReadWriteLock { sharing[Int(part.rawValue)] }

    /// Whether it is the one database that lies here, or the first that anybody asks for.
    func isHome(of path: String) -> Bool {
        lock.withLock {
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
