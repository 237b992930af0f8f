import TestChance
import Testing

@testable import Storage

/// Behaves as a `Set`.
struct RowIDSetTests {
    @Test(arguments: [0, 1, 32, 5_000]) func agreesWithSet(capacity: Int) {
        var chance = SplitMix(seed: 5)
        var table = RowIDSet(capacity: capacity)
        var set: Set<Int64> = []
        let ids =
            [Int64.min, .max, 0, -1]
            + (0..<2_000).map { _ in Int64.random(in: 0..<1_000, using: &chance) << 21 }
        #expect(ids.allSatisfy { !table.contains($0) })

        for id in ids {
            #expect(table.insert(id) == set.insert(id).inserted)
        }

        #expect(table.count == set.count)
        #expect(table.ids.count == set.count)
        #expect(Set(table.ids) == set)
        #expect(set.allSatisfy(table.contains))
        #expect((1_000..<2_000).allSatisfy { !table.contains($0 << 21) })

        for id in ids.dropFirst(2).prefix(1_500) {
            table.remove(id)
            set.remove(id)
        }
        #expect(table.count == set.count)
        #expect(Set(table.ids) == set)
        #expect(set.allSatisfy(table.contains))
    }
}
