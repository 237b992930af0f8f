/// The part of the module's memory in which a page and the engine hand one another more than a few numbers.
struct Buffer {
    /// The most words that fit into it: 4 MiB.
    static let largest = 1 << 20

    private var bytes = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)

    /// How many words fit.
    private(set) var count = 2

    /// Where it lies.
    var address: UInt { UInt(bitPattern: bytes) }

    /// Makes room for so many words; false for more than the largest.
    ///
    /// What lay there stays if there is room already.
    mutating func reserve(_ words: Int) -> Bool {
        guard 0...Self.largest ~= words else { return false }
        guard words > count else { return true }
        bytes.deallocate()
        bytes = .allocate(byteCount: words * 4, alignment: 8)
        bytes.initializeMemory(as: UInt32.self, repeating: 0, count: words)
        count = words
        return true
    }

    /// The words from a place on; nil where there are not so many.
    func words(_ count: Int, from start: Int = 0) -> [UInt32]? {
        guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else {
            return nil
        }
        return (start..<start + count).map { word in
            bytes.load(fromByteOffset: word * 4, as: UInt32.self)
        }
    }

    /// The 64-bit floats from a place on, in place, until the buffer grows; nil where there are not so many.
    func numbers(from start: Int, count: Int) -> UnsafeMutableBufferPointer<Double>? {
        let most = self.count / 2
        guard start >= 0, count >= 0, start <= most, count <= most - start else { return nil }
        let numbers = bytes.bindMemory(to: Double.self, capacity: most)
        return UnsafeMutableBufferPointer(start: numbers + start, count: count)
    }

    /// Lays words at the beginning, making room for them; false where they are too many.
    mutating func write(_ words: [UInt32]) -> Bool {
        guard reserve(words.count) else { return false }
        for (place, word) in words.enumerated() {
            bytes.storeBytes(of: word, toByteOffset: place * 4, as: UInt32.self)
        }
        return true
    }
}

/// The one buffer of this module.
nonisolated(unsafe) var buffer = Buffer()

/// Makes room for so many words of 32 bits and says where they begin (a multiple of 8), or 0 for more than 2²⁰.
///
/// What lay there stays as long as it did not have to grow. Memory may move with any call: make a new view of
/// `memory.buffer` before reading or writing.
@_expose(wasm, "buffer")
@c(recall_buffer)
func room(words: Int32) -> UInt32 {
    buffer.reserve(Int(words)) ? UInt32(truncatingIfNeeded: buffer.address) : 0
}
