import CSQLite
internal import Glibc

/// A plain database whose pages arrive in order: each is verified before it is written, and at the end the file has their sum.
package final class ArrivingFile {
    private let descriptor: Int32
    private var count = 0
    /// The exclusive or of the checksums of all pages but the first.
    private var total: UInt64 = 0
    private var first: [UInt8] = []
    /// How many pages the disk has been told to write.
    private var begun = 0

    /// Creates the file, which only this user may read; fails if one exists.
    package init(path: String) throws(DatabaseError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BTreeFile.failure }
    }

    deinit { close(descriptor) }

    /// Adds the next pages.
    package func add(_ pages: UnsafeRawBufferPointer) throws(DatabaseError) {
        guard pages.count % CheckedPage.size == 0 else { throw Self.damage }
        let offset = count * CheckedPage.size
        for start in stride(from: 0, to: pages.count, by: CheckedPage.size) {
            let bytes = UnsafeRawBufferPointer(rebasing: pages[start..<start + CheckedPage.size])
            try verify(CheckedPage(bytes: .init(mutating: bytes), number: count))
            count += 1
        }
        try BTreeFile.write(pages, to: descriptor, at: offset)
        if count - begun >= Self.pagesAtOnce { beginFlushing() }
    }

    /// Completes the file; throws if pages are missing.
    package func finish() throws(DatabaseError) {
        guard let header = FileHeader(first), header.reservedBytes == PageChecksum.size,
            header.pageCount == count
        else { throw Self.damage }
        first.withUnsafeMutableBytes {
            CheckedPage(bytes: $0, number: 0).complete(total: total, PageChecksum.init)
        }
        guard pwrite(descriptor, first, first.count, 0) == first.count else {
            throw BTreeFile.failure
        }
    }

    private func verify(_ page: CheckedPage) throws(DatabaseError) {
        guard page.number != CheckedPage.unused else { return }
        guard page.isRight(PageChecksum.init) else { throw Self.damage }
        if page.isFirst { first = Array(page.bytes) } else { total ^= page.stored.folded }
    }

    /// Has the disk write pages while others arrive, so that there is little left to wait for at the end.
    private func beginFlushing() {
        let size = Int64(CheckedPage.size)
        omena_start_writing(descriptor, Int64(begun) * size, Int64(count - begun) * size)
        begun = count
    }

    /// 8 MiB.
    private static let pagesAtOnce = 2_048

    private static var damage: DatabaseError {
        DatabaseError(code: .corrupt, message: "damaged pages")
    }
}
