import CSQLite

/// The pages of one open database, which end in checksums if the first page says so.
///
/// A page that was replaced by an older version of itself has the right checksum. So all checksums have a sum, which the
/// first page holds while nothing is written, and which is zero while something is.
final class CheckedPages {
    private unowned let store: any PageStore
    private let sum: PageSum
    private let isWritable: Bool
    private var areUsed = false
    private let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: CheckedPage.size,
        alignment: 16
    )

    init(in store: any PageStore, sharing sum: PageSum, isWritable: Bool) {
        self.store = store
        self.sum = sum
        self.isWritable = isWritable
        sum.open(isWriting: isWritable) {
            let first = read(0)
            areUsed = first?.saysChecksumsAreUsed ?? false
            return (
                first: first.flatMap { $0.saysPagesAreOfThisSize ? $0.stored : nil },
                pageCount: store.pageCount,
                sum: first.map { areUsed ? $0.stored.high : 0 }
            )
        }
    }

    deinit { scratch.deallocate() }

    static func isPage(_ count: Int, at offset: Int) -> Bool {
        count == CheckedPage.size && offset % CheckedPage.size == 0
    }

    /// Whether a page that was read is what was written.
    func accept(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        let page = CheckedPage(bytes: bytes, number: offset / CheckedPage.size)
        // Damage to the first page cannot turn off the checksums of the others.
        if page.isFirst, !areUsed { areUsed = page.saysChecksumsAreUsed }
        guard areUsed, !page.isRight(store.checksum) else { return true }
        sum.countWrongRead()
        return false
    }

    /// Stores the checksum in a page before `write` writes it.
    func write(
        _ bytes: UnsafeMutableRawBufferPointer,
        at offset: Int,
        _ write: () -> Int32
    ) -> Int32 {
        let page = CheckedPage(bytes: bytes, number: offset / CheckedPage.size)
        let prepared = prepare(page)
        guard prepared == SQLITE_OK else { return prepared }
        let code = write()
        sum.didWrite(page, isDone: code == SQLITE_OK)
        return code
    }

    private func prepare(_ page: CheckedPage) -> Int32 {
        if page.isFirst { areUsed = page.saysChecksumsAreUsed }
        guard areUsed else { return SQLITE_OK }
        let code = beginWriting()
        guard code == SQLITE_OK else { return code }
        page.complete(store.checksum)
        guard !page.isFirst else { return SQLITE_OK }
        sum.replace({ read(page.number)?.stored.folded ?? 0 }, by: page.stored.folded)
        return SQLITE_OK
    }

    /// Counts out the pages that `truncate` removes.
    func truncate(toSize size: Int, _ truncate: () -> Int32) -> Int32 {
        let prepared = prepareToTruncate(toSize: size)
        guard prepared == SQLITE_OK else { return prepared }
        let code = truncate()
        let pageCount = (size + CheckedPage.size - 1) / CheckedPage.size
        sum.didTruncate(to: pageCount, isDone: code == SQLITE_OK)
        return code
    }

    private func prepareToTruncate(toSize size: Int) -> Int32 {
        guard areUsed else { return SQLITE_OK }
        let code = beginWriting()
        guard code == SQLITE_OK else { return code }
        let (first, end) = ((size + CheckedPage.size - 1) / CheckedPage.size, store.pageCount)
        guard first < end else { return SQLITE_OK }
        for number in max(first, 1)..<max(end, 1) {
            sum.replace({ read(number)?.stored.folded ?? 0 }, by: 0)
        }
        return SQLITE_OK
    }

    /// Compares all pages with their checksums, and those with their sum; nobody may write meanwhile.
    private func verify() -> PageFlaws {
        var flaws = PageFlaws()
        guard areUsed else { return flaws }
        var total: UInt64 = 0
        for number in 0..<store.pageCount where number != CheckedPage.unused {
            guard let page = read(number) else {
                flaws.wrongPages.insert(number + 1)
                continue
            }
            if !page.isRight(store.checksum) { flaws.wrongPages.insert(number + 1) }
            if !page.isFirst { total ^= page.stored.folded }
        }
        flaws.isSumWrong = !sum.agrees(with: total)
        return flaws
    }

    /// Stores the sum when the last connection that could write is closed, unless somebody else has written the first page.
    func close() {
        sum.close(isWriting: isWritable) { sum, first in
            guard areUsed else { return }
            let total = sum ?? total()
            guard let page = read(0), first == nil || first == page.stored else { return }
            page.complete(total: total, store.checksum)
            _ = store.writePage(0, UnsafeRawBufferPointer(page.bytes))
        }
    }

    /// Before the first write, the first page says that somebody writes, and that is flushed.
    private func beginWriting() -> Int32 {
        sum.beginWriting {
            guard let page = read(0), page.saysChecksumsAreUsed else {
                return (code: SQLITE_OK, written: nil)
            }
            page.complete(store.checksum)
            let code = store.writePage(0, UnsafeRawBufferPointer(page.bytes))
            return (code: code == SQLITE_OK ? store.flush() : code, written: page.stored)
        }
    }

    /// The result of an operation that `Connection` asks for; nil if it is not one of these.
    func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32? {
        switch operation {
        case PageFlaws.verifyOperation:
            argument?.assumingMemoryBound(to: PageFlaws.self).pointee = verify()
        case PageFlaws.acceptOperation: sum.set(total())
        case Self.isOursOperation:
            let first = read(0)?.stored
            argument?.assumingMemoryBound(to: Bool.self).pointee =
                sum.isOfFile(first: first, pageCount: store.pageCount)
        case Self.isReplacedOperation:
            argument?.assumingMemoryBound(to: Bool.self).pointee = isReplaced
        default: return nil
        }
        return SQLITE_OK
    }

    /// Asks whether the file still has the first page that was written last, and no fewer pages.
    static let isOursOperation: Int32 = 0x4F6D_6503

    /// Asks whether the file begins with a page that Omena wrote, but not the one it wrote into this file last.
    static let isReplacedOperation: Int32 = 0x4F6D_6504

    /// Other programs that use SQLite also change the first page, but know nothing of checksums.
    private var isReplaced: Bool {
        guard let page = read(0), page.saysChecksumsAreUsed, page.isRight(store.checksum) else {
            return false
        }
        return !sum.isOfFile(first: page.stored, pageCount: .max)
    }

    private func total() -> UInt64 {
        var total: UInt64 = 0
        for number in 0..<store.pageCount where number != 0 && number != CheckedPage.unused {
            total ^= read(number)?.stored.folded ?? 0
        }
        return total
    }

    /// A page of the file, in a buffer that the next call overwrites; nil if there is none.
    private func read(_ number: Int) -> CheckedPage? {
        guard store.readPage(number, into: scratch) == SQLITE_OK else { return nil }
        return CheckedPage(bytes: scratch, number: number)
    }
}

/// Where the pages of a database are, without checks.
protocol PageStore: AnyObject {
    var pageCount: Int { get }
    func readPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) -> Int32
    func writePage(_ number: Int, _ page: UnsafeRawBufferPointer) -> Int32
    func flush() -> Int32
    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum
}

/// What is wrong with the pages of a database.
package struct PageFlaws: Equatable {
    /// The numbers of pages that are not as they were written, from 1 on.
    package var wrongPages: Set<Int> = []
    /// Whether some page is not the one that was written last.
    package var isSumWrong = false

    package var isEmpty: Bool { self == PageFlaws() }

    // SQLite leaves numbers above 100 to file systems.
    static let verifyOperation: Int32 = 0x4F6D_6501
    static let acceptOperation: Int32 = 0x4F6D_6502
}
