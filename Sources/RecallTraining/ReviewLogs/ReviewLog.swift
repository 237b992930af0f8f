package import Recall

/// A learner's reviews in columns, as parameters are fitted to them.
///
/// Takes sixteen bytes per review and a table of the cards. Rows can be added in any order; rows with equal moments keep
/// theirs.
package struct ReviewLog: Sendable {
    /// The cards in the order of their first rows.
    package private(set) var cards: [Int64] = []
    /// A row's card, as an index of `cards`.
    private var card: [UInt32] = []
    private var day: [Int32] = []
    /// A row's moment, with its grade in the lowest two bits.
    private var moment: [Int64] = []
    /// A hash table of the cards: indices of `cards` plus one; zero for an empty slot.
    private var slots: [UInt32] = Array(repeating: 0, count: 1024)
    // Random for each process, so that nobody can choose cards that all collide.
    private let seed = UInt64.random(in: .min ... .max) | 1
    private var isInOrder = true

    package init() {}

    package mutating func reserveCapacity(_ count: Int) {
        card.reserveCapacity(count)
        day.reserveCapacity(count)
        moment.reserveCapacity(count)
    }

    package var count: Int { card.count }

    /// Adds a review with its moment in milliseconds since 1970 and the learner's day.
    package mutating func append(card id: Int64, moment: Int64, day: Int32, grade: Grade) {
        precondition(count < 1 << 29, "A log holds at most half a billion reviews.")
        let key = min(max(moment, -1 << 60), 1 << 60) << 2 | Int64(grade.rawValue - 1)
        if let last = self.moment.last, key >> 2 < last >> 2 { isInOrder = false }
        card.append(index(of: id))
        self.day.append(day)
        self.moment.append(key)
    }

    /// Calls a body with each row's card, day and grade from 1 to 4.
    @inline(__always)
    func forEachRow(in order: [UInt32]?, _ body: (Int, Int32, UInt8) -> Void) {
        forEachRow(0..<count, in: order) { _, card, day, grade in body(card, day, grade) }
    }

    /// Calls a body with some of the rows: the position in the order, card, day and grade from 1 to 4.
    @inline(__always)
    func forEachRow(
        _ positions: Range<Int>,
        in order: [UInt32]?,
        _ body: (Int, Int, Int32, UInt8) -> Void
    ) {
        // Unsafe buffers, because this loop runs three times over every review.
        card.withUnsafeBufferPointer { card in
            day.withUnsafeBufferPointer { day in
                moment.withUnsafeBufferPointer { moment in
                    for position in positions {
                        let row = order.map { Int($0[position]) } ?? position
                        let grade = UInt8(truncatingIfNeeded: moment[row] & 3) + 1
                        body(position, Int(card[row]), day[row], grade)
                    }
                }
            }
        }
    }

    /// The rows by moment; nil if they are in that order already.
    func order() -> [UInt32]? { isInOrder ? nil : RadixSort.order(of: moment, shift: 2) }

    private mutating func index(of id: Int64) -> UInt32 {
        if let last = card.last, cards[Int(last)] == id { return last }
        let mask = slots.count - 1
        var slot = hash(id) & mask
        while slots[slot] != 0 {
            let index = slots[slot] - 1
            if cards[Int(index)] == id { return index }
            slot = (slot + 1) & mask
        }
        cards.append(id)
        slots[slot] = UInt32(cards.count)
        if cards.count * 2 > slots.count { grow() }
        return UInt32(cards.count - 1)
    }

    private func hash(_ id: Int64) -> Int {
        let product = (UInt64(bitPattern: id) ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (index, id) in cards.enumerated() {
            var slot = hash(id) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(index + 1)
        }
    }
}
