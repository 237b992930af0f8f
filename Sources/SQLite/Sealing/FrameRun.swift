internal import Glibc

/// Frames of the log that follow one another and are not written yet, up to the end of their transaction.
///
/// SQLite writes the head and the page of every frame by themselves, and each of these lies across two sectors: together
/// they are encrypted once. Nobody else looks for a frame before its transaction is in the index, and nothing is
/// acknowledged before it is flushed.
struct FrameRun {
    /// How many bytes a frame has before its page.
    private static let headSize = 24
    /// How many bytes the log has before its first frame.
    private static let logHeadSize = 32
    /// As many frames as are written at once; the file system below takes less than 128 KiB at a time.
    private static let capacity = 24 * 4120

    private var room: UnsafeMutableRawBufferPointer?
    private(set) var offset = 0
    private var count = 0
    private var endsTransaction = false

    /// What is to be written.
    var bytes: UnsafeRawBufferPointer {
        guard let room else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: room[..<count])
    }

    /// Whether some bytes can stand behind those that are here.
    func takes(_ source: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        offset >= Self.logHeadSize && source.count <= Self.capacity - count
            && (count == 0 || offset == self.offset + count)
    }

    /// Takes some bytes; whether all has to be written now, since a transaction ends with them.
    mutating func append(_ source: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        if source.count == Self.headSize {
            // How many pages the database has then, in the last frame of a transaction; 0 in all others.
            endsTransaction = source.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
        }
        let room = self.room ?? .allocate(byteCount: Self.capacity, alignment: 16)
        self.room = room
        if count == 0 { self.offset = offset }
        UnsafeMutableRawBufferPointer(rebasing: room[count..<count + source.count])
            .copyMemory(from: source)
        count += source.count
        return endsTransaction && source.count != Self.headSize
    }

    /// Lets go of what is here: it was written, or never will be.
    mutating func clear() { count = 0 }

    /// Wipes it, and gives the room back.
    mutating func close() {
        if let start = room?.baseAddress { explicit_bzero(start, Self.capacity) }
        room?.deallocate()
        (room, count) = (nil, 0)
    }
}
