import Foundation
import SQLite
import TestChance
import TestDatabase
import TestFolder
import Testing

/// The b-tree writer writes the same rows and index entries as SQLite inserts, for random rows.
struct BTreeComparisonTests {
    private let folder: TemporaryFolder
    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let count = isSoaking ? 100_000 : 2_000

    private static let schema = """
        CREATE TABLE thing (
            id INTEGER PRIMARY KEY,
            name TEXT UNIQUE,
            size INTEGER,
            weight REAL,
            body BLOB,
            kind INTEGER NOT NULL,
            is_large INTEGER GENERATED ALWAYS AS (size > 100) VIRTUAL
        ) STRICT;
        CREATE INDEX thing_by_size ON thing (size, weight DESC);
        CREATE INDEX thing_by_weight ON thing (weight, kind DESC, id) WHERE kind > 3 AND size IS NOT NULL;
        CREATE INDEX thing_by_kind ON thing (kind DESC, name) WHERE size IS NULL;
        CREATE INDEX thing_by_name ON thing (name DESC, size) WHERE kind = 2;
        CREATE TABLE pair (
            left INTEGER NOT NULL,
            right TEXT NOT NULL,
            number INTEGER NOT NULL,
            more TEXT,
            PRIMARY KEY (left, right)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX pair_by_number ON pair (number);
        CREATE INDEX pair_by_more ON pair (more, left DESC);
        CREATE INDEX pair_by_large ON pair (number) WHERE number > 2;
        """

    init() throws { folder = try TemporaryFolder() }

    private struct Rows {
        var things: [[Value]] = []
        var pairs: [[Value]] = []

        init(seed: UInt64) {
            var generator = SplitMix(seed: seed)
            var id: Int64 = -1_000
            var left: Int64 = 0
            for number in 0..<BTreeComparisonTests.count {
                id += .random(in: 1...1_000_000, using: &generator)
                things.append([
                    .integer(id),
                    generator.isNext(1, in: 9)
                        ? .null : .text("\(generator.text(upTo: 40)) \(number)"),
                    generator.isNext(1, in: 4) ? .null : .integer(generator.integer()),
                    generator.isNext(1, in: 4)
                        ? .null : .real(generator.real()),
                    .blob((0..<generator.length()).map { UInt8(truncatingIfNeeded: $0) }),
                    .integer(.random(in: 0...9, using: &generator)),
                ])
                if generator.isNext(1, in: 2) { left += 1 }
                pairs.append([
                    .integer(left),
                    .text(String(format: "%08d", number) + generator.text(upTo: 20)),
                    .integer(Int64(number) &* 0x9E37_79B9 % 1_000_000_007),
                    generator.isNext(1, in: 3) ? .null : .text(generator.text(upTo: 300)),
                ])
            }
        }
    }

    private func write(_ rows: Rows, to path: String, hasChecksums: Bool) throws {
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: hasChecksums)
        let things = file.tree(
            "thing",
            columns: ["id", "name", "size", "weight", "body", "kind"],
            withIndexes: true
        )
        let pairs = file.tree(
            "pair",
            columns: ["left", "right", "number", "more"],
            withIndexes: true
        )
        var sorter = RowSorter(in: file.folder, maxBytes: 1 << 20)
        for row in rows.things.reversed() {
            guard case .integer(let id) = row[0] else { continue }
            try sorter.add(id) { encoder in
                encoder.bind(stored: .null)
                for value in row.dropFirst() { encoder.bind(stored: value) }
            }
        }
        try sorter.forEach { (id, _, row) throws(DatabaseError) in try things.add(id, row) }
        for row in rows.pairs {
            try pairs.add { encoder in
                for value in row { encoder.bind(stored: value) }
            }
        }
        for tree in [things, pairs] {
            try tree.finish()
            for index in tree.indexes { #expect(try tree.writeIndex(index)) }
        }
        #expect(things.indexes.count == 5)
        #expect(pairs.indexes.count == 3)
        try file.finish()
        try BTreeFile.verify(
            path: path,
            rowCounts: ["thing": rows.things.count, "pair": rows.pairs.count]
        )
    }

    @Test(arguments: [[1, 2, 2], [1, 3, 2], [2, 1, 3]])
    func aTableWhoseKeysAreNotInOrderIsRefused(keys: [Int]) throws {
        let path = folder.path("written")
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: true)
        let pairs = file.tree("pair", withIndexes: true)
        for (place, key) in keys.enumerated() {
            try pairs.add { row in
                row.bind(7)
                row.bind("key \(key)")
                row.bind(place)
                row.bind(nil as String?)
            }
        }
        try pairs.finish()
        for index in pairs.indexes { #expect(try pairs.writeIndex(index)) }
        try file.finish()

        #expect(throws: BTreeFlaw.self) {
            try BTreeFile.verify(path: path, rowCounts: ["pair": keys.count])
        }
    }

    /// Verifies a table with the numbers 1, 2 and 3 whose unique index holds other ones.
    ///
    /// - Parameter hasLarge: Whether the partial index has its entry.
    private func verifyTable(withIndexOf numbers: [Int], hasLarge: Bool = true) throws {
        let path = folder.path("\(numbers) \(hasLarge)")
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: true)
        let pairs = file.tree("pair", withIndexes: true)
        for number in 1...3 {
            try pairs.add { row in
                row.bind(number)
                row.bind("")
                row.bind(number)
                row.bind(nil as String?)
            }
        }
        try pairs.finish()
        #expect(try pairs.writeIndex("pair_by_more"))
        if hasLarge { #expect(try pairs.writeIndex("pair_by_large")) }
        let index = file.tree("pair_by_number")
        for (place, number) in numbers.enumerated() {
            try index.add { row in
                row.bind(number)
                row.bind(place + 1)
                row.bind("")
            }
        }
        try index.finish()
        try file.finish()
        try BTreeFile.verify(path: path, rowCounts: ["pair": 3])
    }

    @Test func anIndexThatDoesNotFitItsTableIsRefused() throws {
        try verifyTable(withIndexOf: [1, 2, 3])

        for numbers in [[1, 2], [1, 2, 2], [2, 1, 3]] {
            #expect(throws: BTreeFlaw.self) { try verifyTable(withIndexOf: numbers) }
        }
        #expect(throws: BTreeFlaw.self) {
            try verifyTable(withIndexOf: [1, 2, 3], hasLarge: false)
        }
    }

    private func insert(_ rows: Rows, at path: String) throws {
        let connection = try Connection(path: path, access: .copy, applicationID: 0)
        try connection.execute(script: Self.schema)
        try connection.transaction(.write) {
            for row in rows.things {
                try connection.run("INSERT INTO thing VALUES (?, ?, ?, ?, ?, ?)") { binder in
                    for value in row { binder.bind(stored: value) }
                }
            }
            for row in rows.pairs {
                try connection.run("INSERT INTO pair VALUES (?, ?, ?, ?)") { binder in
                    for value in row { binder.bind(stored: value) }
                }
            }
        }
        try connection.close()
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>, [false, true])
    func everyRowAndIndexEntryIsWhatSQLiteInserts(seed: UInt64, hasChecksums: Bool) throws {
        let rows = Rows(seed: seed)
        try write(rows, to: folder.path("written"), hasChecksums: hasChecksums)
        try insert(rows, at: folder.path("inserted"))

        let written = try Connection(path: folder.path("written"), access: .read, applicationID: 0)
        let inserted = try Connection(
            path: folder.path("inserted"),
            access: .read,
            applicationID: 0
        )
        let difference = try DatabaseComparison.difference(
            in: ["thing", "pair"],
            between: written,
            and: inserted
        )
        #expect(difference == nil)
        #expect(try written.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(written.hasChecksums == hasChecksums)
        #expect(written.pageFlaws().isEmpty)
    }
}

extension SplitMix {
    fileprivate mutating func isNext(_ count: Int, in total: Int) -> Bool {
        Int.random(in: 0..<total, using: &self) < count
    }

    /// An integer of any size that SQLite stores.
    fileprivate mutating func integer() -> Int64 {
        let bits = Int64(bitPattern: next()) >> Int64.random(in: 0...63, using: &self)
        // With the least integer in a column, the index would be left to SQLite.
        return max(bits, .min + 1)
    }

    fileprivate mutating func real() -> Double {
        let few: [Double] = [0, -0.0, .nan, 1, -1, .leastNonzeroMagnitude, .infinity]
        return isNext(1, in: 3)
            ? few.randomElement(using: &self) ?? 0 : .random(in: -1e9...1e9, using: &self)
    }

    /// Usually short, sometimes longer than a page.
    fileprivate mutating func length() -> Int {
        isNext(1, in: 200)
            ? .random(in: 0...20_000, using: &self) : .random(in: 0...60, using: &self)
    }

    fileprivate mutating func text(upTo count: Int) -> String {
        let letters = ["a", "b", "\u{0}", "é", "日", " ", "same start "]
        return (0..<Int.random(in: 0...count / 12, using: &self))
            .map { _ in letters.randomElement(using: &self) ?? "" }.joined()
    }
}
