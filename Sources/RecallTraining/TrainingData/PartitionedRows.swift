/// The rows of a log partitioned by card, in chronological order within each partition.
///
/// The working data of one partition's cards fits the processor's second-level cache, which that of a large log does not,
/// and the partitions can be packed in parallel.
struct PartitionedRows {
    /// A review in eight bytes.
    struct Row {
        let day: Int32
        /// From the highest bits: the card's number in its partition, the block of `Ages`, the grade from 0.
        private let bits: UInt32

        /// The limit of the number of cards in a partition.
        static let cardLimit = 1 << (UInt32.bitWidth - blockBits - gradeBits)
        private static let blockBits = Ages.blockBits
        private static let gradeBits = 2

        @inline(__always)
        init(card: Int, day: Int32, grade: UInt8, block: Int) {
            self.day = day
            let cardAndBlock = UInt32(truncatingIfNeeded: card << Self.blockBits | block)
            bits = cardAndBlock << Self.gradeBits | UInt32(grade - 1)
        }

        @inline(__always)
        var card: Int { Int(bits >> (Self.blockBits + Self.gradeBits)) }
        /// The block of `Ages`.
        @inline(__always)
        var block: Int { Int(bits >> Self.gradeBits) & ((1 << Self.blockBits) - 1) }
        /// From 1 to 4.
        @inline(__always)
        var grade: UInt8 { UInt8(truncatingIfNeeded: bits & 3) + 1 }
    }

    private let log: ReviewLog
    private let order: [UInt32]?
    /// The rows by partition; empty if there is only one partition, which is the log itself.
    private var rows: [Row] = []
    private var bounds: [Int] = []
    private let bits: Int
    /// The number of low bits of a row's chronological position that do not affect its block.
    private let blockShift: Int

    /// The number of partitions, a power of two.
    var count: Int { 1 << bits }

    private static let preferredBits = 6
    /// The minimum of cards in a partition, so that enough of them are similar.
    private static let minimumCards = 8192

    init(_ log: ReviewLog, in order: [UInt32]?, on runner: ParallelRunner) {
        self.log = log
        self.order = order
        blockShift = Ages.shift(rows: log.count)
        var bits = 0
        while log.cards.count >> (bits + 1) >= Self.minimumCards,
            bits < Self.preferredBits || log.cards.count >> bits >= Row.cardLimit
        { bits += 1 }
        self.bits = bits
        if bits > 0 { partition(on: runner) }
    }

    private mutating func partition(on runner: ParallelRunner) {
        let (log, order, shift, blockShift) = (log, order, bits, blockShift)
        let partitions = 1 << shift
        let mask = partitions - 1
        let chunks = RowChunks(rows: log.count)

        let counts = runner.map(chunks.count) { chunk in
            var counts = [Int](repeating: 0, count: partitions)
            log.forEachRow(chunks[chunk], in: order) { _, card, _, _ in counts[card & mask] += 1 }
            return counts
        }
        // The position of each chunk's rows in each partition.
        var starts = counts
        bounds = [0]
        var next = 0
        for partition in 0..<partitions {
            for chunk in 0..<chunks.count {
                next += counts[chunk][partition]
                starts[chunk][partition] = next - counts[chunk][partition]
            }
            bounds.append(next)
        }
        let firsts = starts
        rows = [Row](unsafeUninitializedCapacity: log.count) { buffer, initialized in
            // Every chunk writes to its own elements.
            nonisolated(unsafe) let buffer = buffer
            runner.run(chunks.count) { chunk in
                var positions = firsts[chunk]
                log.forEachRow(chunks[chunk], in: order) { position, card, day, grade in
                    let block = position >> blockShift
                    let row = Row(card: card >> shift, day: day, grade: grade, block: block)
                    buffer.initializeElement(at: positions[card & mask], to: row)
                    positions[card & mask] += 1
                }
            }
            initialized = log.count
        }
    }

    var rowCount: Int { log.count }

    func cards(of partition: Int) -> Int { (log.cards.count - partition + count - 1) >> bits }

    @inline(__always)
    func forEachRow(of partition: Int, _ body: (Row) -> Void) {
        if bits == 0 {
            return log.forEachRow(0..<log.count, in: order) { position, card, day, grade in
                body(Row(card: card, day: day, grade: grade, block: position >> blockShift))
            }
        }
        rows.withUnsafeBufferPointer { rows in
            for index in bounds[partition]..<bounds[partition + 1] { body(rows[index]) }
        }
    }
}
