import Foundation
import Notes
import Recall
import SQLite
import Storage
import TestDatabase
import Testing

/// A bulk import leaves the same rows and index entries, however it is written.
struct BTreeBulkComparisonTests {
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let count = isSoaking ? 100_000 : 1_500

    enum Way: CaseIterable {
        /// The b-tree writer's file replaces the library.
        case fileSwap
        /// Rows are inserted from the b-tree writer's file.
        case attachedFile
        /// Every row is inserted by a statement.
        case insertion
    }

    private func library(_ way: Way, seed: UInt64) throws -> Fresh {
        let fresh = try Fresh()
        try fresh.database.write { writer in
            // Some notes exist already, inserted one by one.
            for number in 900_000_000_001...900_000_000_020 as ClosedRange<Int64> {
                var note = fresh.note(number)
                note.tags = [try #require(TagName("old"))]
                note.binned = number % 7 == 0 ? .some : nil
                try writer.insert(note)
                let card = try writer.insertCard(of: note.id, face: .template(1))
                _ = try writer.append(
                    .answer(number, of: note.id, .good, at: number),
                    of: card
                )
            }
        }
        try fresh.database.write { writer in
            var bulk = try BulkWriter(
                expecting: way == .insertion ? 0 : Self.count,
                with: writer
            )
            var notes = RandomImport(into: fresh.deck.id, seed: seed)
            for _ in 0..<Self.count { try bulk.add(notes.next(), with: writer) }
            try bulk.finish(isLast: way == .fileSwap, with: writer)
        }
        if !Self.isSoaking { while try fresh.database.indexNextPart() {} }
        return fresh
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func everyWayLeavesTheSameRowsAndIndexEntries(seed: UInt64) throws {
        let inserted = try library(.insertion, seed: seed)
        let expected = try inserted.connection()
        for way in [Way.fileSwap, .attachedFile] {
            let imported = try library(way, seed: seed)
            let found = try imported.connection()
            // Building the indexes that only searches need is deferred.
            let difference = try DatabaseComparison.difference(
                in: [
                    "note", "note_tag", "card", "event", "deck", "note_type", "language_set",
                    "setting", "journal", "media", "migration",
                ],
                between: found,
                and: expected
            )
            #expect(difference == nil, "\(way)")
            #expect(try found.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
            #expect(try found.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
        }
    }
}
