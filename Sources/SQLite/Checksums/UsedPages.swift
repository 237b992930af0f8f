import CSQLite

/// The pages of a database without what was deleted: unused pages are empty, or left out at the end.
///
/// SQLite leaves in them what they held before.
package final class UsedPages {
    private let connection: Connection
    private let count: Int
    private let unused: Set<Int>
    /// The first page and the lists of unused ones, which are written anew.
    private let replaced: [Int: [UInt8]]
    private var next = 0

    private static let pagesAtOnce = 256

    /// - Parameter connection: One to a file that nobody changes.
    package init(of connection: Connection) throws {
        self.connection = connection
        var first = try connection.page(0)
        guard let header = FileHeader(first), header.reservedBytes == PageChecksum.size else {
            throw DatabaseError(code: .notADatabase, message: "not a database with checksums")
        }
        unused = try UnusedPages.listed(in: header) { try connection.page($0) }
        var count = header.pageCount
        while count > 1, unused.contains(count - 1) || count - 1 == CheckedPage.unused {
            count -= 1
        }
        self.count = count
        let left = unused.filter { $0 < count }.sorted()
        FileHeader.put(
            pageCount: count,
            firstList: left.first.map { $0 + 1 } ?? 0,
            unused: left.count,
            in: &first
        )
        replaced = UnusedPages.lists(of: left).merging([0: first]) { $1 }
    }

    /// The next pages; nil at the end.
    ///
    /// - Throws: If a page is not what was written, too.
    package func nextRun() throws -> PageRun? {
        guard next < count else { return nil }
        let numbers = next..<min(next + Self.pagesAtOnce, count)
        next = numbers.upperBound
        var run = PageRun(first: numbers.lowerBound, count: numbers.count)
        for number in numbers {
            if let page = replaced[number] {
                run.withPage(number) { $0.bytes.copyBytes(from: page) }
            } else if !unused.contains(number), number != CheckedPage.unused {
                try run.withPage(number) { try connection.readPage(number, into: $0.bytes) }
            }
        }
        guard connection.wrongReads == 0 else {
            throw DatabaseError(code: .corrupt, message: "damaged pages")
        }
        return run
    }
}

/// Some pages in a row, whose checksums do not count.
package struct PageRun: Sendable {
    private let first: Int
    private var bytes: [UInt8]

    fileprivate init(first: Int, count: Int) {
        self.first = first
        bytes = [UInt8](repeating: 0, count: count * CheckedPage.size)
    }

    fileprivate mutating func withPage(
        _ number: Int,
        _ body: (CheckedPage) throws -> Void
    ) rethrows {
        let start = (number - first) * CheckedPage.size
        try bytes.withUnsafeMutableBytes { bytes in
            let page = bytes[start..<start + CheckedPage.size]
            try body(CheckedPage(bytes: .init(rebasing: page), number: number))
        }
    }

    /// The pages as they are in a plain database whose sum of checksums is not known.
    package consuming func withChecksums() -> [UInt8] {
        for number in first..<first + bytes.count / CheckedPage.size
        where number != CheckedPage.unused {
            withPage(number) { $0.complete(PageChecksum.init) }
        }
        return bytes
    }
}
