internal import Compression

/// The pages of a plain database file that nobody has open, without what was deleted: unused pages are empty.
///
/// SQLite leaves in them what they held before.
package final class UsedPages {
    private let file: RandomAccessFile
    private let count: Int
    private let hasChecksums: Bool
    /// How many bytes of unused pages are needed: the lists of others, and nothing of those listed.
    private var unused: [Int: Int] = [:]
    private var next = 0

    private static let pagesAtOnce = 1_024

    package init(of path: String) throws {
        file = try RandomAccessFile(reading: path)
        count = file.size / CheckedPage.size
        let first = try file.bytes(at: 0, count: CheckedPage.size)
        guard let header = FileHeader(first) else {
            throw DatabaseError(code: .notADatabase, message: "not a database")
        }
        hasChecksums = header.reservedBytes == PageChecksum.size
        try findUnused(from: header.firstList)
    }

    /// The next pages; nil at the end.
    ///
    /// - Throws: If a page is not what was written, too.
    package func nextPages() throws -> [UInt8]? {
        guard next < count else { return nil }
        let numbers = next..<min(next + Self.pagesAtOnce, count)
        next = numbers.upperBound
        var bytes = try file.bytes(
            at: numbers.lowerBound * CheckedPage.size,
            count: numbers.count * CheckedPage.size
        )
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

    /// - Parameter list: The number of the first page that lists unused ones, from 1 on; 0 if there is none.
    private func findUnused(from list: Int) throws {
        var list = list
        while list > 0, list <= count, unused[list - 1] == nil {
            let page = try file.bytes(at: (list - 1) * CheckedPage.size, count: CheckedPage.size)
            let length = min(page.bigEndian(at: 4), CheckedPage.size / 4 - 2)
            unused[list - 1] = 8 + 4 * length
            for index in 0..<length { unused[page.bigEndian(at: 8 + 4 * index) - 1] = 0 }
            list = page.bigEndian(at: 0)
        }
    }
}
