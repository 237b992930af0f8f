import Foundation
import Languages
import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestChance
import TestLibrary
import Testing

/// Thousands of random changes, each of which may be undone: undoing restores the library exactly.
struct RandomChangeTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    /// Four times as many in `make soak`.
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil

    @Test(arguments: isSoaking ? 1...4 : 1...1 as ClosedRange<UInt64>)
    func undoingAllChangesRestoresTheLibrary(_ seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        var dumps = [try dump(fresh.path)]
        var changes: [Change] = []
        while changes.count < Library.undoDepth {
            fresh.clock.advance(by: 1_000)
            guard let change = try RandomChanges(library: library).next(&chance) else { continue }
            changes.append(change)
            if changes.count.isMultiple(of: 9) { dumps.append(try dump(fresh.path)) }
        }
        let end = try dump(fresh.path)
        try fresh.reopen()

        for (index, change) in changes.enumerated().reversed() {
            if (index + 1).isMultiple(of: 9) {
                #expect(try dump(fresh.path) == dumps.removeLast(), "after \(change.says)")
            }
            fresh.clock.advance(by: 1_000)
            _ = try library.undo(change.id)
        }
        #expect(try dump(fresh.path) == dumps[0])
        try fresh.reopen()

        for change in changes {
            fresh.clock.advance(by: 1_000)
            _ = try library.redo(change.id)
        }
        #expect(try dump(fresh.path) == end)
    }

    @Test func undoingAChangeNeverTouchesALaterOne() throws {
        var chance = SplitMix(seed: 4)
        var refused = 0
        var done = 0
        for _ in 0..<(Self.isSoaking ? 400 : 100) {
            fresh.clock.advance(by: 1_000)
            _ = try RandomChanges(library: library).next(&chance)
            guard Int.random(in: 0..<4, using: &chance) == 0,
                let change = try library.history().randomElement(using: &chance)
            else { continue }
            let before = try dump(fresh.path)
            do throws(LibraryError) {
                if change.isUndone {
                    _ = try library.redo(change.id)
                    _ = try library.undo(change.id)
                } else {
                    _ = try library.undo(change.id)
                    _ = try library.redo(change.id)
                }
                done += 1
            } catch .refused {
                refused += 1
            }
            #expect(try dump(fresh.path) == before, "after \(change.says)")
        }
        #expect(done > 8 && refused > 2)
    }
}
