internal import Compression

/// What is stored in the last bytes of each page of a database, so that a page that was damaged is recognised.
package struct PageChecksum: Equatable {
    let low: UInt64
    let high: UInt64

    /// The size of the part of each page that SQLite leaves to us.
    package static let size = 16

    package init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The checksum of a plain database: CRC-64, which recognises damage, but none that somebody made to fit.
    ///
    /// It starts with the page number, so that it also recognises a page that is in the place of another.
    init(of content: UnsafeRawBufferPointer, page: UInt64) {
        self.init(low: CRC64.checksum(of: content, startingWith: page), high: 0)
    }

    var folded: UInt64 { low ^ high }
}

/// A page with its checksum at the end.
///
/// In the first page, the sum of the others takes the place of half of it.
struct CheckedPage {
    /// Computes a checksum from the content of a page and its number, which starts at 0.
    typealias Make = (_ content: UnsafeRawBufferPointer, _ page: UInt64) -> PageChecksum

    let bytes: UnsafeMutableRawBufferPointer
    let number: Int

    static let size = 4_096
    private static let highOffset = size - 16
    private static let lowOffset = size - 8
    /// The offset in the file of the size of pages.
    private static let sizeOffset = 16
    /// The offset in the file of the number of bytes at the end of each page that SQLite leaves alone.
    private static let reservedOffset = 20
    /// SQLite locks bytes of this page and leaves it unused.
    static let unused = (1 << 30) / size

    var isFirst: Bool { number == 0 }

    /// Whether the first page says that all end in checksums.
    var saysChecksumsAreUsed: Bool { bytes[Self.reservedOffset] == PageChecksum.size }

    /// Whether the first page says that pages are of the size that is checked here.
    var saysPagesAreOfThisSize: Bool {
        bytes.load(fromByteOffset: Self.sizeOffset, as: UInt16.self).bigEndian == Self.size
    }

    var stored: PageChecksum {
        PageChecksum(
            low: UInt64(littleEndian: bytes.load(fromByteOffset: Self.lowOffset, as: UInt64.self)),
            high: UInt64(littleEndian: bytes.load(fromByteOffset: Self.highOffset, as: UInt64.self))
        )
    }

    func isRight(_ make: Make) -> Bool {
        let (stored, right) = (stored, right(make))
        return stored.low == right.low && (isFirst || stored.high == right.high)
    }

    /// Stores the checksum; in the first page, the sum as well.
    func complete(sum: UInt64 = 0, _ make: Make) {
        if isFirst { put(sum, at: Self.highOffset) }
        let right = right(make)
        if !isFirst { put(right.high, at: Self.highOffset) }
        put(right.low, at: Self.lowOffset)
    }

    /// Stores in the first page the sum of the other pages' checksums.
    func complete(total: UInt64, _ make: Make) {
        // Zero says that somebody writes.
        complete(sum: total == 0 ? 1 : total, make)
    }

    private func right(_ make: Make) -> PageChecksum {
        let end = isFirst ? Self.lowOffset : Self.highOffset
        return make(UnsafeRawBufferPointer(rebasing: bytes[..<end]), UInt64(number))
    }

    private func put(_ number: UInt64, at offset: Int) {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}
