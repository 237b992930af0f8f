import CSQLite

/// A virtual file system of SQLite that changes what is stored: a layer over another layer or the default file system, which
/// stores, locks and flushes the files.
///
/// `@unchecked Sendable`: it wraps SQLite's handle, which no thread changes after `init`.
package class FileLayer: @unchecked Sendable {
    final let base: UnsafeMutablePointer<sqlite3_vfs>
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    /// Retained because SQLite calls it through `base`.
    private let lower: FileLayer?

    init(over lower: FileLayer? = nil) {
        guard let base = lower?.vfs ?? sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has no file system")
        }
        self.base = base
        self.lower = lower
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: .layer(over: base))
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

    final var name: UnsafePointer<CChar>? { vfs.pointee.zName }

    func mayOpen(_ part: FilePart, at path: String) -> Bool { true }

    /// Whether such files go through this layer; SQLite uses all others directly.
    func changes(_ part: FilePart) -> Bool { true }

    /// The flags with which the real file is opened.
    func flags(_ flags: Int32) -> Int32 { flags }

    /// Answers whether a file may be used as `flags` say.
    func checkAccess(
        _ name: UnsafePointer<CChar>?,
        _ flags: Int32,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        base.pointee.xAccess(base, name, flags, result)
    }

    func file(_ real: RealFile, _ part: FilePart, at path: String) -> LayeredFile {
        LayeredFile(real)
    }

    func didDelete(_ path: String) {}

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return copy
    }
}

/// A file's role in its database.
package enum FilePart: UInt64, CaseIterable, Sendable {
    case database
    case log
    case journal
    /// Deleted when closed.
    case temporary
}
