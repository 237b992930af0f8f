/// A set of note or card IDs in memory.
///
/// A lookup takes a few nanoseconds, so combining two indexes in memory is faster than looking up in one what the other
/// contains.
struct RowIDSet {
    // Open addressing with linear probing: a power of two slots, at most half of them used.
    private var slots: [Int64]
    private var shift: UInt64
    private(set) var count = 0
    private var hasFree = false

    /// Marks a free slot; whether the set has this ID is stored in `hasFree`.
    private static let free = Int64.min
    /// Random, because IDs come from other people's files, which must not be able to make them collide.
    private static let multiplier = UInt64.random(in: .min ... .max) | 1

    /// - Parameter capacity: For how many IDs to reserve memory.
    init(capacity: Int = 32) {
        let bits = max(6, Int.bitWidth - (2 * capacity).leadingZeroBitCount)
        slots = [Int64](repeating: Self.free, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    /// How many bytes of memory it takes.
    var size: Int { slots.count * MemoryLayout<Int64>.size }

    /// All IDs, in no order.
    var ids: [Int64] { slots.filter { $0 != Self.free } + (hasFree ? [Self.free] : []) }

    func contains(_ id: Int64) -> Bool {
        id == Self.free ? hasFree : slots[slot(of: id)] != Self.free
    }

    /// Adds an ID; false if the set has it already.
    mutating func insert(_ id: Int64) -> Bool {
        guard id != Self.free else {
            defer { hasFree = true }
            count += hasFree ? 0 : 1
            return !hasFree
        }
        let slot = slot(of: id)
        guard slots[slot] == Self.free else { return false }
        slots[slot] = id
        count += 1
        if 2 * count > slots.count { grow() }
        return true
    }

    mutating func remove(_ id: Int64) {
        guard contains(id) else { return }
        count -= 1
        guard id != Self.free else { return hasFree = false }
        var hole = slot(of: id)
        slots[hole] = Self.free
        // The next ones may be here only because their own slots were used.
        while case let next = (hole + 1) & (slots.count - 1), slots[next] != Self.free {
            let moved = slots[next]
            slots[next] = Self.free
            slots[slot(of: moved)] = moved
            hole = next
        }
    }

    /// The slot that holds an ID, or the free one in which it belongs.
    private func slot(of id: Int64) -> Int {
        var slot = Int((UInt64(bitPattern: id) &* Self.multiplier) >> shift)
        while slots[slot] != id, slots[slot] != Self.free {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func grow() {
        let old = slots
        slots = [Int64](repeating: Self.free, count: 2 * old.count)
        shift -= 1
        for id in old where id != Self.free { slots[slot(of: id)] = id }
    }
}
