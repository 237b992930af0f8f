import CSQLite
internal import Threads

/// The file system of plain databases: it ends each page in a checksum, if the database has space for them, and writes all
/// frames of a transaction to the log at once.
///
/// A page with a wrong checksum is recorded, but still read: not only a bad disk changes pages, but also other programs that use
/// SQLite, which know nothing of checksums.
///
/// `@unchecked Sendable` as its superclass; what threads share is guarded by a lock.
final class ChecksumFiles: FileLayer, @unchecked Sendable {
    static let shared = ChecksumFiles()

    private struct Entry {
        weak var sum: PageSum?
    }

    private let entries = Locked<[FileIdentity: Entry]>([:])

    override func changes(_ part: FilePart) -> Bool { part == .database || part == .log }

    override func file(_ real: RealFile, _ part: FilePart, at path: String) -> LayeredFile {
        part == .log ? LogFile(real) : ChecksumFile(real, sharing: sum(ofFileAt: path))
    }

    /// What is known of the pages of the file, as long as it is open somewhere.
    func sum(ofFileAt path: String) -> PageSum {
        guard let identity = FileIdentity(path) else { return PageSum() }
        return entries.withLock { entries in
            if let sum = entries[identity]?.sum { return sum }
            entries = entries.filter { $0.value.sum != nil }
            let sum = PageSum()
            entries[identity] = Entry(sum: sum)
            return sum
        }
    }
}

private final class ChecksumFile: LayeredFile, PageStore {
    private var pages: CheckedPages?

    init(_ real: RealFile, sharing sum: PageSum) {
        super.init(real)
        pages = CheckedPages(in: self, sharing: sum, isWritable: real.isWritable)
    }

    override func close() -> Int32 {
        pages?.close()
        return super.close()
    }

    override func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = real.read(into: target, at: offset)
        if code == SQLITE_OK, CheckedPages.isPage(target.count, at: offset) {
            _ = pages?.accept(target, at: offset)
        }
        return code
    }

    override func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard let pages, CheckedPages.isPage(source.count, at: offset) else {
            return real.write(source, at: offset)
        }
        // SQLite itself does not use the last bytes of its buffer.
        return pages.write(UnsafeMutableRawBufferPointer(mutating: source), at: offset) {
            real.write(source, at: offset)
        }
    }

    override func truncate(to size: Int) -> Int32 {
        guard let pages else { return super.truncate(to: size) }
        return pages.truncate(toSize: size) { super.truncate(to: size) }
    }

    override func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        pages?.control(operation, argument) ?? super.control(operation, argument)
    }

    // MARK: - PageStore

    var pageCount: Int { (real.size ?? 0) / CheckedPage.size }

    func readPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) -> Int32 {
        real.read(into: page, at: number * CheckedPage.size)
    }

    func writePage(_ number: Int, _ page: UnsafeRawBufferPointer) -> Int32 {
        real.write(page, at: number * CheckedPage.size)
    }

    func flush() -> Int32 { super.sync(flags: SQLITE_SYNC_NORMAL) }

    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum {
        PageChecksum(of: content, page: page)
    }
}
