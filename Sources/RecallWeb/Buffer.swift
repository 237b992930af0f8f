/// The part of the module's memory through which the page and the engine exchange more than a few numbers.
struct Buffer {
    /// The maximum capacity in words: 4 MiB.
    static let maximumCount = 1 << 20

    private var bytes = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)

    /// The capacity in words.
    private(set) var count = 2

    var address: UInt { UInt(bitPattern: bytes) }

    /// Grows the buffer to a number of words; false if that exceeds the maximum.
    ///
    /// The content is kept if the capacity suffices already.
    mutating func reserve(_ words: Int) -> Bool {
        guard 0...Self.maximumCount ~= words else { return false }
        guard words > count else { return true }
        bytes.deallocate()
        bytes = .allocate(byteCount: words * 4, alignment: 8)
        bytes.initializeMemory(as: UInt32.self, repeating: 0, count: words)
        count = words
        return true
    }

    /// The words from a position on; nil if the buffer is shorter.
    func words(_ count: Int, from start: Int = 0) -> [UInt32]? {
        guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else {
            return nil
        }
        return (start..<start + count).map { word in
            bytes.load(fromByteOffset: word * 4, as: UInt32.self)
        }
    }

    /// The 64-bit floats from a position on, in place, valid until the buffer grows; nil if the buffer is shorter.
    func numbers(from start: Int, count: Int) -> UnsafeMutableBufferPointer<Double>? {
        let capacity = self.count / 2
        guard start >= 0, count >= 0, start <= capacity, count <= capacity - start else {
            return nil
        }
        let numbers = bytes.bindMemory(to: Double.self, capacity: capacity)
        return UnsafeMutableBufferPointer(start: numbers + start, count: count)
    }

    /// Writes words to the start of the buffer, growing it as needed; false if they are too many.
    mutating func write(_ words: [UInt32]) -> Bool {
        guard reserve(words.count) else { return false }
        for (index, word) in words.enumerated() {
            bytes.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
        }
        return true
    }
}

nonisolated(unsafe) var buffer = Buffer()

/// Grows the buffer to a number of 32-bit words and returns its address (a multiple of 8), or 0 for more than 2²⁰ words.
///
/// The content is kept if the buffer did not have to grow. Any call can move memory: create a new view of `memory.buffer`
/// before reading or writing.
@_expose(wasm, "buffer")
@c(recall_buffer)
func reserveBuffer(words: Int32) -> UInt32 {
    buffer.reserve(Int(words)) ? UInt32(truncatingIfNeeded: buffer.address) : 0
}
