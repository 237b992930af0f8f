/// Some notes, or cards, in memory by their ids, to be asked for one after the other whether it is among them.
///
/// Looking one up takes a few nanoseconds, so that what two indexes give can be brought together faster than either could
/// be asked about what the other gives.
struct RowTable {
    // A power of two of places, at most half of them taken; an id stands at its own place or behind it.
    private var places: [Int64]
    private var shift: UInt64
    private(set) var count = 0
    private var hasFree = false

    /// What stands at a place that is not taken; a row with this id is kept account of beside the places.
    private static let free = Int64.min
    /// Ids come from elsewhere too, and nobody else can tell where this scatters them.
    private static let multiplier = UInt64.random(in: .min ... .max) | 1

    /// An empty one with room for so many notes; it grows where there are more.
    init(capacity: Int = 32) {
        let bits = max(6, Int.bitWidth - (2 * capacity).leadingZeroBitCount)
        places = [Int64](repeating: Self.free, count: 1 << bits)
        shift = UInt64(64 - bits)
    }

    /// How many bytes it takes.
    var size: Int { places.count * MemoryLayout<Int64>.size }

    /// All ids, in no order.
    var ids: [Int64] { places.filter { $0 != Self.free } + (hasFree ? [Self.free] : []) }

    func contains(_ id: Int64) -> Bool {
        id == Self.free ? hasFree : places[place(of: id)] != Self.free
    }

    /// Adds an id; false where it was there before.
    mutating func insert(_ id: Int64) -> Bool {
        guard id != Self.free else {
            defer { hasFree = true }
            count += hasFree ? 0 : 1
            return !hasFree
        }
        let place = place(of: id)
        guard places[place] == Self.free else { return false }
        places[place] = id
        count += 1
        if 2 * count > places.count { grow() }
        return true
    }

    /// Takes an id out, if it is there.
    mutating func remove(_ id: Int64) {
        guard contains(id) else { return }
        count -= 1
        guard id != Self.free else { return hasFree = false }
        var hole = place(of: id)
        places[hole] = Self.free
        // Those behind it may have come to stand there because their own place was taken.
        while case let next = (hole + 1) & (places.count - 1), places[next] != Self.free {
            let moved = places[next]
            places[next] = Self.free
            places[place(of: moved)] = moved
            hole = next
        }
    }

    /// Where an id stands, or would stand.
    private func place(of id: Int64) -> Int {
        var place = Int((UInt64(bitPattern: id) &* Self.multiplier) >> shift)
        while places[place] != id, places[place] != Self.free {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = places
        places = [Int64](repeating: Self.free, count: 2 * old.count)
        shift -= 1
        for id in old where id != Self.free { places[place(of: id)] = id }
    }
}
