internal import Glibc

/// Consecutive frames of the write-ahead log that are not written yet, up to the end of their transaction.
///
/// SQLite writes the header and the page of every frame separately. Together they take one call, and the sectors of a sealed
/// log, of which each of them spans two, are encrypted once. Delaying them is safe: no frame is read before its transaction is in the log index, and nothing is
/// acknowledged before it is flushed.
struct PendingFrames {
    /// The size of a frame's header.
    private static let headerSize = 24
    private static let logHeaderSize = 32
    /// The maximum written at once; SQLite's file system accepts less than 128 KiB.
    private static let capacity = 24 * 4120

    private var buffer: UnsafeMutableRawBufferPointer?
    private(set) var offset = 0
    private var count = 0
    private var endsTransaction = false

    var bytes: UnsafeRawBufferPointer {
        guard let buffer else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    func canAppend(_ source: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        offset >= Self.logHeaderSize && source.count <= Self.capacity - count
            && (count == 0 || offset == self.offset + count)
    }

    /// Appends bytes and returns whether everything has to be written now, because they end a transaction.
    mutating func append(_ source: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        if source.count == Self.headerSize {
            // The database size in pages, in the last frame of a transaction; 0 in all others.
            endsTransaction = source.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
        }
        let buffer = self.buffer ?? .allocate(byteCount: Self.capacity, alignment: 16)
        self.buffer = buffer
        if count == 0 { self.offset = offset }
        UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + source.count])
            .copyMemory(from: source)
        count += source.count
        return endsTransaction && source.count != Self.headerSize
    }

    /// Whether a log of so many bytes holds everything before the frames; one that another program cut would get a hole, and
    /// nothing in it would be found again.
    func canFollow(_ size: Int?) -> Bool { size.map { offset <= $0 } ?? true }

    mutating func removeAll() { count = 0 }

    mutating func free() {
        buffer?.deallocate()
        (buffer, count) = (nil, 0)
    }

    /// Wipes and frees the buffer.
    mutating func close() {
        if let start = buffer?.baseAddress { explicit_bzero(start, Self.capacity) }
        free()
    }
}
