import Foundation
import SQLite
import TestChance
import TestFolder
import Testing

struct BTreeFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let schema = """
        CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, weight REAL, body BLOB);
        CREATE INDEX thing_by_size ON thing (size);
        CREATE TABLE pair (left INTEGER, right TEXT, more TEXT, PRIMARY KEY (left, right)) WITHOUT ROWID;
        """

    private func check(_ connection: Connection) throws {
        let words = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
        #expect(words == ["ok"])
    }

    @Test(arguments: [0, 1, 2, 30, 31, 500, 20_000])
    func whatIsLaidDownSQLiteReads(count: Int) throws {
        let path = folder.path("laid")
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: true)
        let things = file.tree("thing")
        let sizes = file.tree("thing_by_size")
        let pairs = file.tree("pair")
        for number in 0..<count {
            try things.add(Int64(number) * 3 - 50) { row in
                row.bind(nil as Int?)
                row.bind("thing \(number)")
                row.bind(number)
                row.bind(Double(number) / 3)
                row.bind([UInt8](repeating: 7, count: number % 200))
            }
            try sizes.add { row in
                row.bind(number)
                row.bind(number * 3 - 50)
            }
            try pairs.add { row in
                row.bind(number / 2)
                row.bind("\(number % 2)")
                row.bind(number.isMultiple(of: 5) ? nil : "more of \(number)")
            }
        }
        for tree in [things, sizes, pairs] { try tree.finish() }
        try file.finish()

        let connection = try Connection(path: path, access: .read, applicationID: 0)
        try check(connection)
        let read = try connection.rows(
            "SELECT id, name, size, weight, length(body) FROM thing ORDER BY id"
        ) { [$0.text(0), $0.text(1), $0.text(2), $0.text(3), $0.text(4)] }
        let wanted = (0..<count).map {
            ["\($0 * 3 - 50)", "thing \($0)", "\($0)", "\(Double($0) / 3)", "\($0 % 200)"]
        }
        #expect(read.count == count)
        #expect(zip(read, wanted).allSatisfy { $0[0...2] == $1[0...2] && $0[4] == $1[4] })
        let found = try connection.rows(
            "SELECT name FROM thing INDEXED BY thing_by_size WHERE size = :size",
            ["size": count / 2]
        ) { $0.text(0) }
        #expect(found == (count == 0 ? [] : ["thing \(count / 2)"]))
        let more = try connection.row(
            "SELECT more FROM pair WHERE left = :left AND right = '1'",
            ["left": (count - 1) / 2]
        ) { $0.textOrNil(0) }
        if count > 1, !(count - 1).isMultiple(of: 5), count.isMultiple(of: 2) {
            #expect(more == "more of \(count - 1)")
        }
    }

    /// SQLite's integrity check looks up every row in every index.
    @Test(arguments: [0, 1, 300, 20_000])
    func indexesAreMadeFromTheRows(count: Int) throws {
        let path = folder.path("laid")
        let file = try BTreeFile(
            path: path,
            schema: """
                CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, weight REAL, gone INTEGER)
                    STRICT;
                CREATE INDEX by_size ON thing (size, weight DESC, gone) WHERE gone IS NULL;
                CREATE INDEX by_weight ON thing (weight DESC, id) WHERE size > 3 AND gone IS NOT NULL;
                CREATE INDEX by_gone ON thing (gone, size) WHERE size = 2;
                CREATE INDEX by_name ON thing (name, size DESC);
                CREATE INDEX by_name_back ON thing (name DESC) WHERE gone IS NULL;
                CREATE INDEX by_size_and_name ON thing (size, name);
                CREATE INDEX by_any_case ON thing (name COLLATE NOCASE);
                CREATE INDEX by_half ON thing (size / 2);
                CREATE INDEX named ON thing (size) WHERE name IS NOT NULL;
                CREATE INDEX late ON thing (size) WHERE id > 7;
                CREATE INDEX heavy ON thing (size) WHERE weight > 1;
                CREATE TABLE pair (left INTEGER, right INTEGER, word TEXT, number INTEGER,
                    PRIMARY KEY (left, right)) STRICT, WITHOUT ROWID;
                CREATE INDEX by_right ON pair (right);
                CREATE UNIQUE INDEX by_number ON pair (number);
                CREATE INDEX by_word ON pair (word, left);
                CREATE UNIQUE INDEX only ON pair (word);
                CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
                """,
            hasChecksums: true
        )
        let things = file.tree("thing", withIndexes: true)
        let pairs = file.tree("pair", withIndexes: true)
        let words = file.tree("word", withIndexes: true)
        var chance = SplitMix(seed: UInt64(count))
        for number in 0..<count {
            let isGone = Int.random(in: 0..<3, using: &chance) == 0
            try things.add(Int64(number)) { row in
                row.bind(nil as Int?)
                row.bind(number % 9 == 0 ? nil : Self.word(using: &chance))
                row.bind(Int.random(in: -3...8, using: &chance))
                row.bind(number % 7 == 0 ? nil : Double.random(in: -2...2, using: &chance))
                row.bind(isGone ? Int64.random(in: .min + 1 ... .max, using: &chance) : nil)
            }
            try pairs.add { row in
                row.bind(number / 10)
                row.bind(number % 10)
                row.bind(Self.word(using: &chance))
                // Two rows have the same number.
                row.bind(max(number, 1))
            }
        }
        for number in 0..<count {
            try words.add(Int64(number)) { row in
                row.bind(nil as Int?)
                row.bind("the same to begin with, \(number)")
            }
        }
        for tree in [things, pairs, words] { try tree.finish() }

        #expect(
            things.indexes == [
                "by_size", "by_weight", "by_gone", "by_name", "by_name_back", "by_size_and_name",
            ]
        )
        #expect(pairs.indexes == ["by_right", "by_number", "by_word", "only"])
        #expect(words.indexes == ["sqlite_autoindex_word_1"])
        for index in things.indexes { #expect(try things.writeIndex(index)) }
        for index in ["by_right", "by_word"] { #expect(try pairs.writeIndex(index)) }
        for index in ["by_number", "only"] { #expect(try pairs.writeIndex(index) == (count < 2)) }
        #expect(try words.writeIndex("sqlite_autoindex_word_1"))
        try file.finish()

        let connection = try Connection(path: path, access: .copy, applicationID: 0)
        try connection.execute(
            script: """
                REINDEX by_any_case;
                REINDEX by_half;
                REINDEX named;
                REINDEX late;
                REINDEX heavy;
                DROP INDEX by_number;
                DROP INDEX only;
                """
        )
        try check(connection)
    }

    /// A text of any length; some have a common prefix, are equal, or contain a zero byte, which ends a string in C.
    private static func word(using chance: inout SplitMix) -> String {
        let letters = ["a", "b", "\u{0}", "é", "日", "same start "]
        return (0..<Int.random(in: 0...6, using: &chance))
            .map { _ in letters.randomElement(using: &chance) ?? "" }.joined()
    }

    @Test(arguments: [
        Int64.min, -0x8000_0000_0001, -0x8000_0000_0000, -0x8000_0001, -0x8000_0000, -0x80_0001,
        -0x80_0000,
        -0x8001, -0x8000, -129, -128, -1, 0, 1, 2, 127, 128, 0x7FFF, 0x8000, 0x7F_FFFF, 0x80_0000,
        0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF_FFFF, 0x8000_0000_0000, .max,
    ])
    func numbersOfEverySizeAreThemselves(number: Int64) throws {
        let path = folder.path("laid")
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: true)
        let things = file.tree("thing")
        try things.add(number) { row in
            row.bind(nil as Int?)
            row.bind("")
            row.bind(number)
            row.bind(Double(number))
            row.bind(nil as String?)
        }
        try things.finish()
        try file.finish()

        let connection = try Connection(path: path, access: .read, applicationID: 0)
        let read = try connection.row(
            "SELECT id, size, weight, body IS NULL FROM thing NOT INDEXED"
        ) { (id: $0.int64(0), size: $0.int64(1), weight: $0.double(2), isBare: $0.bool(3)) }
        let thing = try #require(read)
        #expect(thing.id == number)
        #expect(thing.size == number)
        #expect(thing.weight == Double(number))
        #expect(thing.isBare)
    }

    @Test(arguments: [900, 1_100, 4_050, 4_070, 4_100, 8_190, 100_000], [true, false])
    func longRowsOverflow(length: Int, isTable: Bool) throws {
        let path = folder.path("laid")
        let file = try BTreeFile(
            path: path,
            schema: """
                CREATE TABLE long (id INTEGER PRIMARY KEY, text TEXT);
                CREATE TABLE pair (left INTEGER, right TEXT, PRIMARY KEY (left, right)) WITHOUT ROWID;
                """,
            hasChecksums: true
        )
        let tree = file.tree(isTable ? "long" : "pair")
        // `String(repeating:count:)` would append one letter at a time.
        func text(_ more: Int) -> String {
            let letters = [UInt8](repeating: UInt8(ascii: "a"), count: length + more - 150)
            return String(decoding: letters, as: UTF8.self) + "\(more)"
        }
        // Lengths around the one at which a row begins to overflow or fills a page.
        for more in 0..<300 {
            if isTable {
                try tree.add(Int64(more)) { row in
                    row.bind(nil as Int?)
                    row.bind(text(more))
                }
            } else {
                try tree.add { row in
                    row.bind(more)
                    row.bind(text(more))
                }
            }
        }
        try tree.finish()
        try file.finish()

        let connection = try Connection(path: path, access: .read, applicationID: 0)
        try check(connection)
        let texts = try connection.rows("SELECT text FROM long UNION ALL SELECT right FROM pair") {
            $0.text(0)
        }
        #expect(texts.count == 300)
        for more in 0..<300 {
            #expect(texts[more] == text(more))
        }
    }

    @Test func theLeastIntegerIsLeftToSQLite() throws {
        let path = folder.path("laid")
        let file = try BTreeFile(path: path, schema: Self.schema, hasChecksums: true)
        let things = file.tree("thing", withIndexes: true)
        for (id, size) in [Int64.min, 5, 0].enumerated() {
            try things.add(Int64(id)) { row in
                row.bind(nil as Int?)
                row.bind("")
                row.bind(size)
                row.bind(nil as Double?)
                row.bind(nil as String?)
            }
        }
        try things.finish()
        #expect(try !things.writeIndex("thing_by_size"))
        try file.tree("pair").finish()
        try file.finish()

        let connection = try Connection(path: path, access: .copy, applicationID: 0)
        try connection.execute(script: "REINDEX thing_by_size")
        try check(connection)
    }

    /// SQLite locks bytes at one gibibyte, and does not use the page that contains them.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil))
    func aVeryLargeFileIsSoundToo() throws {
        let path = folder.path("laid")
        let file = try BTreeFile(
            path: path,
            schema: "CREATE TABLE long (id INTEGER PRIMARY KEY, body BLOB)",
            hasChecksums: true
        )
        let tree = file.tree("long")
        let body = [UInt8](repeating: 5, count: 1_000_000)
        for number in 0..<1_200 {
            try tree.add(Int64(number)) { row in
                row.bind(nil as Int?)
                row.bind(body)
            }
        }
        try tree.finish()
        try file.finish()

        let connection = try Connection(path: path, access: .read, applicationID: 0)
        try check(connection)
        #expect(
            try connection.row("SELECT count(*) FROM long WHERE length(body) = 1000000") {
                $0.int(0)
            } == 1_200
        )
    }

    @Test func aFileThatIsThereIsLeftAlone() throws {
        try folder.write([1, 2, 3], to: "laid")
        #expect(throws: DatabaseError.self) {
            try BTreeFile(path: folder.path("laid"), schema: Self.schema, hasChecksums: true)
        }
        #expect(try folder.contents["laid"].map(Array.init) == [1, 2, 3])
    }
}

struct RowSorterTests {
    @Test(arguments: [1 << 20, 2_000, 100])
    func rowsGoInTheOrderOfTheirKeysHoweverLittleMemoryHolds(bytes: Int) throws {
        let folder = try TemporaryFolder()
        var chance = SplitMix(seed: 1)
        var sorter = RowSorter(in: folder.path(""), maxBytes: bytes)
        let keys = (0..<1_000).map { _ in Int64.random(in: -100...100, using: &chance) }
        for (place, key) in keys.enumerated() {
            try sorter.add(key, Int64(place)) { row in
                row.bind("\(key)")
                row.bind(place)
            }
        }

        var order: [Int64] = []
        try sorter.forEach { (_, place, _) throws(DatabaseError) in order.append(place) }

        // Rows with the same key keep the order in which they were added.
        #expect(order == keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map(Int64.init))
        #expect(try folder.contents.isEmpty)
    }
}
