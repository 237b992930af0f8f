/// The rows of a log dealt into piles by card, in order of time within each.
///
/// All that is kept of a pile's cards fits the processor's nearer caches, which what is kept of a large log's does not,
/// and cores lay piles out side by side.
struct PiledRows {
    /// One review in eight bytes, as a pile knows it.
    struct Row {
        let day: Int32
        /// From the highest bits: the card's place in its pile, the block of `Ages`, the grade from 0.
        private let bits: UInt32

        /// A pile has fewer cards than this.
        static let mostCards = 1 << (UInt32.bitWidth - blockBits - gradeBits)
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
        /// How recent it is, as `Ages` counts.
        @inline(__always)
        var block: Int { Int(bits >> Self.gradeBits) & ((1 << Self.blockBits) - 1) }
        /// From 1 to 4.
        @inline(__always)
        var grade: UInt8 { UInt8(truncatingIfNeeded: bits & 3) + 1 }
    }

    private let log: ReviewLog
    private let order: [UInt32]?
    /// The rows pile by pile; a single pile is the log itself.
    private var rows: [Row] = []
    private var bounds: [Int] = []
    private let bits: Int
    /// How many bits of a row's place in the order of time tell rows of one block apart.
    private let blockShift: Int

    /// How many piles there are, a power of two.
    var count: Int { 1 << bits }

    private static let usualBits = 6
    /// A pile has at least so many cards, lest too few of them be alike.
    private static let leastCards = 8192

    init(_ log: ReviewLog, in order: [UInt32]?, on cores: Cores) {
        self.log = log
        self.order = order
        blockShift = Ages.shift(rows: log.count)
        var bits = 0
        while log.cards.count >> (bits + 1) >= Self.leastCards,
            bits < Self.usualBits || log.cards.count >> bits >= Row.mostCards
        { bits += 1 }
        self.bits = bits
        if bits > 0 { deal(on: cores) }
    }

    private mutating func deal(on cores: Cores) {
        let (log, order, shift, blockShift) = (log, order, bits, blockShift)
        let piles = 1 << shift
        let mask = piles - 1
        let pieces = RowPieces(rows: log.count)

        let counts = Pieces<[Int]>(pieces.count, on: cores) { piece in
            var counts = [Int](repeating: 0, count: piles)
            log.forEachRow(pieces[piece], in: order) { _, card, _, _ in counts[card & mask] += 1 }
            return counts
        }
        // Where each piece's rows of each pile go.
        var starts: [[Int]] = counts.values
        bounds = [0]
        var next = 0
        for pile in 0..<piles {
            for piece in 0..<pieces.count {
                next += counts.values[piece][pile]
                starts[piece][pile] = next - counts.values[piece][pile]
            }
            bounds.append(next)
        }
        let firsts = starts
        rows = [Row](unsafeUninitializedCapacity: log.count) { buffer, initialized in
            // Every piece writes to places of its own.
            nonisolated(unsafe) let buffer = buffer
            cores.run(pieces.count) { piece in
                var places = firsts[piece]
                log.forEachRow(pieces[piece], in: order) { place, card, day, grade in
                    let block = place >> blockShift
                    let row = Row(card: card >> shift, day: day, grade: grade, block: block)
                    buffer.initializeElement(at: places[card & mask], to: row)
                    places[card & mask] += 1
                }
            }
            initialized = log.count
        }
    }

    /// How many rows all piles have together.
    var rowCount: Int { log.count }

    /// How many cards a pile has.
    func cards(of pile: Int) -> Int { (log.cards.count - pile + count - 1) >> bits }

    /// Calls a body with the rows of one pile.
    @inline(__always)
    func forEachRow(of pile: Int, _ body: (Row) -> Void) {
        if bits == 0 {
            return log.forEachRow(0..<log.count, in: order) { place, card, day, grade in
                body(Row(card: card, day: day, grade: grade, block: place >> blockShift))
            }
        }
        rows.withUnsafeBufferPointer { rows in
            for place in bounds[pile]..<bounds[pile + 1] { body(rows[place]) }
        }
    }
}
