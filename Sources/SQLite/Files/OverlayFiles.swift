import CSQLite

/// The file system of one connection that reads a database through another file system and keeps in memory what it writes.
///
/// The database must not change while it is open. It is not locked, and has neither a log nor a journal.
///
/// `@unchecked Sendable` as its superclass; it adds nothing that threads share.
final class OverlayFiles: FileLayer, @unchecked Sendable {
    override func mayOpen(_ part: FilePart, at path: String) -> Bool { part == .database }

    override func flags(_ flags: Int32) -> Int32 {
        flags & ~SQLITE_OPEN_READWRITE | SQLITE_OPEN_READONLY
    }

    /// The log that lies beside the database has nothing that the file lacks.
    override func checkAccess(
        _ name: UnsafePointer<CChar>?,
        _ flags: Int32,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        result?.pointee = 0
        return SQLITE_OK
    }

    override func file(_ real: RealFile, _ part: FilePart, at path: String) -> LayeredFile {
        OverlayFile(real)
    }
}

private final class OverlayFile: LayeredFile {
    /// The pages that are not those of the real file.
    private var pages: [Int: [UInt8]] = [:]
    private var size: Int

    /// The offsets in the first page that say whether SQLite reads and writes a log.
    private static let logOffsets = 18...19

    override init(_ real: RealFile) {
        size = real.size ?? 0
        super.init(real)
        var first = [UInt8](repeating: 0, count: CheckedPage.size)
        guard first.withUnsafeMutableBytes({ real.read(into: $0, at: 0) }) == SQLITE_OK else {
            return
        }
        for offset in Self.logOffsets { first[offset] = 1 }
        pages[0] = first
    }

    override func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let (number, start) = offset.quotientAndRemainder(dividingBy: CheckedPage.size)
        guard let page = pages[number] else { return real.read(into: target, at: offset) }
        // SQLite reads a page or a part of one.
        target.copyBytes(from: page[start..<start + target.count])
        return SQLITE_OK
    }

    override func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard CheckedPages.isPage(source.count, at: offset) else { return SQLITE_IOERR }
        pages[offset / CheckedPage.size] = Array(source)
        size = max(size, offset + source.count)
        return SQLITE_OK
    }

    override func fileSize() -> Int? { size }

    override func truncate(to size: Int) -> Int32 {
        self.size = size
        return SQLITE_OK
    }

    override func sync(flags: Int32) -> Int32 { SQLITE_OK }

    override func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        SQLITE_NOTFOUND
    }

    override func lock(_ level: Int32) -> Int32 { SQLITE_OK }

    override func unlock(_ level: Int32) -> Int32 { SQLITE_OK }

    override func checkReservedLock(_ result: UnsafeMutablePointer<Int32>?) -> Int32 {
        result?.pointee = 0
        return SQLITE_OK
    }
}
