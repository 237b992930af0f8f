internal import Threads

extension BTreeFile {
    private typealias Check = @Sendable (Connection) throws -> Void

    /// Verifies a finished file: `quick_check` (structure, NOT NULL, CHECK and STRICT types), the order of unique keys
    /// and the number of index entries in tables without row IDs, foreign keys, and row counts.
    ///
    /// - Parameter counts: How many rows each table must have.
    /// - Throws: `BTreeFlaw` for the first thing that is wrong.
    package static func verify(
        path: String,
        in files: SealedFiles? = nil,
        rowCounts counts: [String: Int],
        extensions: ConnectionExtensions = .none
    ) throws {
        // The one that takes longest comes first.
        let checks: [Check] = [
            { connection in
                let flaw = try connection.row("PRAGMA quick_check(1)") { $0.text(0) }
                guard flaw == "ok" else { throw BTreeFlaw(flaw ?? "quick_check found no answer") }
            },
            { connection in
                let tables = try connection.rows(
                    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr"
                ) { $0.text(0) }
                for table in tables { try connection.verifyIndexes(of: table) }
            },
            { connection in
                for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
                    let found = try connection.rowCount(of: table)
                    guard found == count else {
                        throw BTreeFlaw("\(table) has \(found) rows instead of \(count)")
                    }
                }
                let child = try connection.row("PRAGMA foreign_key_check") { $0.text(0) }
                if let child { throw BTreeFlaw("\(child) refers to a row that does not exist") }
            },
        ]
        try OrderedParallelMap.run(size: min(ParallelFor.cores, checks.count)) { put in
            try checks.forEach(put)
        } transform: { (_, check: Check) in
            // NB: A read-only connection ignores CHECK constraints.
            let connection = try Connection(
                path: path,
                in: files,
                access: .copy,
                applicationID: 0,
                extensions: extensions
            )
            defer { try? connection.close() }
            try check(connection)
        } consume: {
        }
    }
}

/// What is wrong with a file that the b-tree writer produced.
package struct BTreeFlaw: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension Connection {
    /// The names of a table's columns, in its order, without generated ones.
    package func columns(of table: String) throws -> [String] {
        try rows("SELECT name FROM pragma_table_info(:table) ORDER BY cid", ["table": table]) {
            $0.text(0)
        }
    }

    package func rowCount(of table: String) throws -> Int {
        let statement = try Statement(
            "SELECT count(*) FROM \(Self.quoted(table)) NOT INDEXED",
            on: handle
        )
        guard try statement.step() else { return 0 }
        return statement.row.int(0)
    }

    /// Throws unless the unique keys of a table without row IDs are in order and each of its indexes has the right number of entries.
    ///
    /// `quick_check` overlooks both. `integrity_check` looks up every row in every index, which takes several times as long.
    fileprivate func verifyIndexes(of table: String) throws {
        let indexes = try rows(
            """
            SELECT list.name, list.origin = 'pk', list."unique",
                iif(list.partial, substr(entry.sql, instr(entry.sql, 'WHERE')), '')
            FROM pragma_index_list(:table) AS list
            LEFT JOIN sqlite_schema AS entry ON entry.name = list.name
            ORDER BY list.origin = 'pk' DESC
            """,
            ["table": table]
        ) { (name: $0.text(0), isTable: $0.bool(1), isUnique: $0.bool(2), condition: $0.text(3)) }
        var rowCount = 0
        for index in indexes {
            let found =
                index.isUnique
                ? try verifyOrder(of: index.name, in: table, index.condition)
                : try entryCount(of: index.name, in: table, index.condition)
            guard !index.isTable, let primary = indexes.first?.name else {
                rowCount = found
                continue
            }
            let expected =
                index.condition.isEmpty
                ? rowCount : try entryCount(of: primary, in: table, index.condition)
            guard found == expected else {
                throw BTreeFlaw("\(index.name) has \(found) entries instead of \(expected)")
            }
        }
    }

    /// The number of entries that meet a condition.
    ///
    /// NB: SQLite would answer `count(*)` from another index if there is no condition.
    private func entryCount(
        of index: String,
        in table: String,
        _ condition: String
    ) throws -> Int {
        let statement = try Statement(
            "SELECT count(1) FROM \(Self.quoted(table)) INDEXED BY \(Self.quoted(index)) \(condition)",
            on: handle
        )
        guard try statement.step() else { return 0 }
        return statement.row.int(0)
    }

    /// The number of entries that meet a condition; throws unless each is greater than the one before it.
    private func verifyOrder(
        of index: String,
        in table: String,
        _ condition: String
    ) throws -> Int {
        let names = try rows(
            "SELECT name FROM pragma_index_info(:index) ORDER BY seqno",
            ["index": index]
        ) { Self.quoted($0.text(0)) }
        let key = names.joined(separator: ", ")
        let statement = try Statement(
            """
            SELECT \(key)
            FROM \(Self.quoted(table)) INDEXED BY \(Self.quoted(index))
            \(condition)
            ORDER BY \(key)
            """,
            on: handle
        )
        var last = names.map { _ in Value.null }
        var count = 0
        while try statement.step() {
            var isGreater = false
            for column in names.indices {
                let value = statement.row.value(Int32(column))
                if !isGreater { isGreater = last[column].precedes(value) }
                guard isGreater || !value.precedes(last[column]) else { break }
                last[column] = value
            }
            guard isGreater else {
                throw BTreeFlaw("the entries of \(index) are not in order")
            }
            count += 1
        }
        return count
    }

    static func quoted(_ name: String) -> String {
        "\"\(name.replacing("\"", with: "\"\""))\""
    }
}

extension Value {
    /// Whether SQLite sorts it before another in binary order: NULL, numbers, texts, blobs.
    fileprivate func precedes(_ other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): one < two
        case (.real(let one), .real(let two)): one < two
        case (.integer(let one), .real(let two)): Double(one) < two
        case (.real(let one), .integer(let two)): one < Double(two)
        case (.text(let one), .text(let two)): one.utf8.lexicographicallyPrecedes(two.utf8)
        case (.blob(let one), .blob(let two)): one.lexicographicallyPrecedes(two)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}
