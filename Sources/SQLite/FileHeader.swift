/// The first hundred bytes of a database file, read without SQLite, which would create files beside it.
package struct FileHeader: Hashable, Sendable {
    package static let size = 100

    /// Identifies the program that the file belongs to.
    package let applicationID: Int32
    /// A number of the program's choice; Omena stores the number of migrations.
    package let userVersion: Int32
    /// How many bytes at the end of each page SQLite leaves alone.
    let reservedBytes: Int
    let pageCount: Int
    /// The number of the first page that lists unused ones, from 1 on; 0 if there is none.
    let firstList: Int

    private static let (pageCountOffset, firstListOffset, unusedCountOffset) = (28, 32, 36)

    /// Parses the start of a file; nil if it is not a SQLite database.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = [UInt8](bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        applicationID = Int32(truncatingIfNeeded: bytes.bigEndian(at: 68))
        userVersion = Int32(truncatingIfNeeded: bytes.bigEndian(at: 60))
        reservedBytes = Int(bytes[20])
        pageCount = bytes.bigEndian(at: Self.pageCountOffset)
        firstList = bytes.bigEndian(at: Self.firstListOffset)
    }

    /// Changes in the first page how many pages there are, and which are unused.
    static func put(pageCount: Int, firstList: Int, unused: Int, in page: inout [UInt8]) {
        page.put(bigEndian: pageCount, at: pageCountOffset)
        page.put(bigEndian: firstList, at: firstListOffset)
        page.put(bigEndian: unused, at: unusedCountOffset)
    }
}

extension [UInt8] {
    /// The number in four bytes, the most significant first.
    func bigEndian(at offset: Int) -> Int {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func put(bigEndian number: Int, at offset: Int) {
        for index in 0..<4 {
            self[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
        }
    }
}
