package import Recall

/// A learner's reviews as an optimiser wants them: numbers in columns, in the order they were given.
///
/// Sixteen bytes a review, and a table of cards beside them. Rows may come in any order of time or of card; rows of one
/// moment keep theirs.
package struct ReviewLog: Sendable {
    /// The cards in the order of their first rows.
    package private(set) var cards: [Int64] = []
    /// A row's card, as its place in `cards`.
    private var card: [UInt32] = []
    private var day: [Int32] = []
    /// A row's moment, and its grade in the lowest two bits.
    private var moment: [Int64] = []
    /// Places in `cards` plus one, by hash of the card; zero where there is none.
    private var slots: [UInt32] = Array(repeating: 0, count: 1024)
    // Of this process alone, so that nobody can choose cards that all fall into one slot.
    private let seed = UInt64.random(in: .min ... .max) | 1
    private var isInOrder = true

    /// Makes a log without reviews.
    package init() {}

    /// Makes room for so many reviews in all.
    package mutating func reserveCapacity(_ count: Int) {
        card.reserveCapacity(count)
        day.reserveCapacity(count)
        moment.reserveCapacity(count)
    }

    /// How many reviews it holds.
    package var count: Int { card.count }

    /// Adds a review: its moment in milliseconds since 1970, and the learner's day on which it fell.
    package mutating func append(card id: Int64, moment: Int64, day: Int32, grade: Grade) {
        precondition(count < 1 << 29, "A log holds half a billion reviews.")
        let key = min(max(moment, -1 << 60), 1 << 60) << 2 | Int64(grade.rawValue - 1)
        if let last = self.moment.last, key >> 2 < last >> 2 { isInOrder = false }
        card.append(place(of: id))
        self.day.append(day)
        self.moment.append(key)
    }

    /// Calls a body with each row's card, day and grade from 1 to 4.
    @inline(__always)
    func forEachRow(in order: [UInt32]?, _ body: (Int, Int32, UInt8) -> Void) {
        forEachRow(0..<count, in: order) { _, card, day, grade in body(card, day, grade) }
    }

    /// Calls a body with some of the rows: the place in the order, card, day and grade from 1 to 4.
    @inline(__always)
    func forEachRow(
        _ places: Range<Int>,
        in order: [UInt32]?,
        _ body: (Int, Int, Int32, UInt8) -> Void
    ) {
        // Over bare memory: this loop runs three times over every review.
        card.withUnsafeBufferPointer { card in
            day.withUnsafeBufferPointer { day in
                moment.withUnsafeBufferPointer { moment in
                    for place in places {
                        let row = order.map { Int($0[place]) } ?? place
                        let grade = UInt8(truncatingIfNeeded: moment[row] & 3) + 1
                        body(place, Int(card[row]), day[row], grade)
                    }
                }
            }
        }
    }

    /// The rows by moment; nil where they already stand so.
    func order() -> [UInt32]? { isInOrder ? nil : RadixSort.order(of: moment, shift: 2) }

    private mutating func place(of id: Int64) -> UInt32 {
        if let last = card.last, cards[Int(last)] == id { return last }
        let mask = slots.count - 1
        var slot = hash(id) & mask
        while slots[slot] != 0 {
            let place = slots[slot] - 1
            if cards[Int(place)] == id { return place }
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
        for (place, id) in cards.enumerated() {
            var slot = hash(id) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(place + 1)
        }
    }
}
