internal import Glibc

/// The pages of a plain database file that nobody has open, without what was deleted: unused pages are empty.
///
/// SQLite leaves in them what they held before.
package final class UsedPages {
    private let path: String
    private let descriptor: Int32
    private let count: Int
    private var hasChecksums = false
    /// How many bytes of unused pages are needed: the lists of others, and nothing of those listed.
    private var unused: [Int: Int] = [:]
    private var next = 0

    private static let pagesAtOnce = 1_024

    package init(of path: String) throws(DatabaseError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path) }
        count = Int(status.st_size) / CheckedPage.size
        try findUnused()
    }

    deinit { close(descriptor) }

    /// The next pages; nil at the end.
    ///
    /// - Throws: If a page is not what was written, too.
    package func nextPages() throws(DatabaseError) -> [UInt8]? {
        guard next < count else { return nil }
        let numbers = next..<min(next + Self.pagesAtOnce, count)
        next = numbers.upperBound
        var bytes = try read(numbers)
        let areRight = bytes.withUnsafeMutableBytes { bytes in
            numbers.allSatisfy { number in
                let start = (number - numbers.lowerBound) * CheckedPage.size
                return prepare(
                    CheckedPage(
                        bytes: .init(rebasing: bytes[start..<start + CheckedPage.size]),
                        number: number
                    )
                )
            }
        }
        guard areRight else { throw DatabaseError(code: .corrupt, message: "damaged pages") }
        return bytes
    }

    /// Empties a page if it is unused; false if it is not what was written.
    private func prepare(_ page: CheckedPage) -> Bool {
        let needed = unused[page.number]
        if let needed { page.bytes[needed...].initializeMemory(as: UInt8.self, repeating: 0) }
        guard hasChecksums, page.number != CheckedPage.unused else { return true }
        guard page.isFirst || needed != nil else { return page.isRight(PageChecksum.init) }
        // The sum of all is not known any more.
        page.complete(PageChecksum.init)
        return true
    }

    private func findUnused() throws(DatabaseError) {
        guard count > 0 else { return }
        let first = try read(0..<1)
        hasChecksums = CheckedPage.saysChecksumsAreUsed(first)
        var list = Self.number(in: first, at: 32)
        while list > 0, list <= count, unused[list - 1] == nil {
            let page = try read(list - 1..<list)
            let length = min(Self.number(in: page, at: 4), CheckedPage.size / 4 - 2)
            unused[list - 1] = 8 + 4 * length
            for index in 0..<length { unused[Self.number(in: page, at: 8 + 4 * index) - 1] = 0 }
            list = Self.number(in: page, at: 0)
        }
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private func read(_ numbers: Range<Int>) throws(DatabaseError) -> [UInt8] {
        let size = numbers.count * CheckedPage.size
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let offset = numbers.lowerBound * CheckedPage.size + filled
                let more = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + filled },
                    size - filled,
                    offset
                )
                guard more > 0 else { break }
                filled += more
            }
        }
        guard bytes.count == size else { throw Self.unreadable(path) }
        return bytes
    }

    private static func unreadable(_ path: String) -> DatabaseError {
        DatabaseError(code: .cannotOpen, message: "\(path) cannot be read")
    }
}
