import CSQLite
internal import Threads

/// The file system of plain databases: it ends each page in a checksum, if the database has space for them.
///
/// A page with a wrong checksum is noted, but read: not only a bad disk changes pages, but also other programs that use
/// SQLite, which know nothing of checksums.
///
/// `@unchecked Sendable` as its superclass; what threads share is guarded by a lock.
final class ChecksumFiles: FileLayer, @unchecked Sendable {
    static let shared = ChecksumFiles()

    private struct State {
        weak var sum: PageSum?
        /// How many pages with wrong checksums were read.
        var wrongReads = 0
    }

    private let states = Locked<[FileIdentity: State]>([:])

    override func changes(_ part: FilePart) -> Bool { part == .database }

    override func file(_ real: RealFile, _ part: FilePart, at path: String) -> LayeredFile {
        let identity = FileIdentity(path)
        return ChecksumFile(real, sharing: sum(of: identity)) { [unowned self] in
            if let identity { states.withLock { $0[identity]?.wrongReads += 1 } }
        }
    }

    /// How many pages with wrong checksums were read since the file was opened first.
    func wrongReads(of identity: FileIdentity) -> Int {
        states.withLock { $0[identity]?.wrongReads ?? 0 }
    }

    private func sum(of identity: FileIdentity?) -> PageSum {
        guard let identity else { return PageSum() }
        return states.withLock { states in
            if let sum = states[identity]?.sum { return sum }
            states = states.filter { $0.value.sum != nil }
            let sum = PageSum()
            states[identity] = State(sum: sum)
            return sum
        }
    }
}

private final class ChecksumFile: LayeredFile, PageStore {
    private var pages: CheckedPages!
    private let noteWrongPage: () -> Void

    init(_ real: RealFile, sharing sum: PageSum, noteWrongPage: @escaping () -> Void) {
        self.noteWrongPage = noteWrongPage
        super.init(real)
        pages = CheckedPages(in: self, sharing: sum, isWritable: real.isWritable)
    }

    override func close() -> Int32 {
        pages.close()
        return super.close()
    }

    override func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = real.read(into: target, at: offset)
        guard code == SQLITE_OK, CheckedPages.isPage(target.count, at: offset) else { return code }
        if !pages.accept(target, at: offset) { noteWrongPage() }
        return code
    }

    override func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard CheckedPages.isPage(source.count, at: offset) else {
            return real.write(source, at: offset)
        }
        // SQLite itself does not use the last bytes of its buffer.
        let code = pages.prepare(UnsafeMutableRawBufferPointer(mutating: source), at: offset)
        guard code == SQLITE_OK else { return code }
        return pages.noting(real.write(source, at: offset))
    }

    override func truncate(to size: Int) -> Int32 {
        let code = pages.prepareToTruncate(toSize: size)
        guard code == SQLITE_OK else { return code }
        return pages.noting(super.truncate(to: size))
    }

    override func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        pages.control(operation, argument) ?? super.control(operation, argument)
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
