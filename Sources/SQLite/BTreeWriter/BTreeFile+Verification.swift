internal import Threads

extension BTreeFile {
    private typealias Check = @Sendable (Connection) throws -> Void

    /// Verifies a finished file: `quick_check` (structure, NOT NULL, CHECK and STRICT types), unique keys, foreign
    /// keys, and row counts.
    ///
    /// - Parameter counts: How many rows each table must have.
    /// - Throws: `BTreeFlaw` for the first thing that is wrong.
    package static func verify(
        path: String,
        in files: SealedFiles? = nil,
        rowCounts counts: [String: Int],
        extensions: ConnectionExtensions = .none
    ) throws {
        let checks: [Check] = [
            { connection in
                let flaw = try connection.row("PRAGMA quick_check(1)") { $0.text(0) }
                guard flaw == "ok" else { throw BTreeFlaw(flaw ?? "quick_check found no answer") }
            },
            { connection in
                for (table, count) in counts.sorted(by: { $0.key < $1.key }) {
                    let found = try connection.rowCount(of: table)
                    guard found == count else {
                        throw BTreeFlaw("\(table) has \(found) rows instead of \(count)")
                    }
                }
                // NB: `quick_check` overlooks duplicate keys in tables without row IDs.
                let duplicate = try connection.row(
                    """
                    SELECT integrity_check
                    FROM pragma_table_list AS list, pragma_integrity_check(list.name)
                    WHERE list.schema = 'main' AND list.wr AND integrity_check <> 'ok'
                    """
                ) { $0.text(0) }
                if let duplicate { throw BTreeFlaw(duplicate) }
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

    static func quoted(_ name: String) -> String {
        "\"\(name.replacing("\"", with: "\"\""))\""
    }
}
