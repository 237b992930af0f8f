import Notes
import TestChance
import Testing

@testable import Storage

/// A table of notes holds what a set does.
struct NoteTableTests {
    @Test(arguments: [0, 1, 32, 5_000]) func holdsWhatWasInsertedAndNothingElse(capacity: Int) {
        var chance = SplitMix(seed: 5)
        var table = NoteTable(capacity: capacity)
        var set: Set<NoteID> = []
        let ids =
            [Int64.min, .max, 0, -1]
            + (0..<2_000).map { _ in Int64.random(in: 0..<1_000, using: &chance) << 21 }
        #expect(ids.allSatisfy { !table.contains(NoteID(rawValue: $0)) })

        for id in ids.map({ NoteID(rawValue: $0) }) {
            #expect(table.insert(id) == set.insert(id).inserted)
        }

        #expect(table.count == set.count)
        #expect(set.allSatisfy(table.contains))
        #expect((1_000..<2_000).allSatisfy { !table.contains(NoteID(rawValue: $0 << 21)) })
    }
}
