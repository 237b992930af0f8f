package import SQLite

/// Compares the contents of two databases, row by row and index entry by index entry.
package enum DatabaseComparison {
    /// The first difference in some tables and all of their indexes; nil if there is none.
    package static func difference(
        in tables: [String],
        between one: Connection,
        and other: Connection
    ) throws -> String? {
        for table in tables {
            let columns = try one.columns(of: table)
            let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let rows = """
                SELECT \(names) FROM "\(table)" NOT INDEXED
                ORDER BY \(try key(of: table, one))
                """
            if let difference = try difference(rows, one, other) { return difference }
            for index in try indexes(of: table, one) {
                if let difference = try difference(index, one, other) { return difference }
            }
        }
        return nil
    }

    private static func key(of table: String, _ connection: Connection) throws -> String {
        try connection.rows(
            "SELECT name FROM pragma_table_info(:table) WHERE pk > 0 ORDER BY pk",
            ["table": table]
        ) { "\"\($0.text(0))\"" }.joined(separator: ", ")
    }

    /// For each index a query that reads only the index: its columns, in its order.
    private static func indexes(of table: String, _ connection: Connection) throws -> [String] {
        try connection.rows(
            """
            SELECT list.name, coalesce(entry.sql, '')
            FROM pragma_index_list(:table) AS list
            JOIN sqlite_schema AS entry ON entry.name = list.name
            WHERE list.origin <> 'pk'
            ORDER BY list.name
            """,
            ["table": table]
        ) { (name: $0.text(0), sql: $0.text(1)) }.map { index in
            let parts = try connection.rows(
                """
                SELECT name, "desc"
                FROM pragma_index_xinfo(:index)
                WHERE cid >= 0
                ORDER BY seqno
                """,
                ["index": index.name]
            ) { (name: "\"\($0.text(0))\"", order: $0.bool(1) ? " DESC" : "") }
            let condition =
                index.sql.firstRange(of: "WHERE").map { index.sql[$0.lowerBound...] } ?? ""
            return """
                SELECT \(parts.map(\.name).joined(separator: ", "))
                FROM "\(table)" INDEXED BY "\(index.name)"
                \(condition)
                ORDER BY \(parts.map { $0.name + $0.order }.joined(separator: ", "))
                """
        }
    }

    private static func difference(
        _ question: String,
        _ one: Connection,
        _ other: Connection
    ) throws -> String? {
        let rows = try rows(question, one)
        let others = try self.rows(question, other)
        if let row = zip(rows, others).first(where: { $0 != $1 }) {
            return "\(row.0) instead of \(row.1) in: \(question)"
        }
        guard rows.count == others.count else {
            return "\(rows.count) rows instead of \(others.count) in: \(question)"
        }
        return nil
    }

    private static func rows(_ question: String, _ connection: Connection) throws -> [[Value]] {
        var rows: [[Value]] = []
        try connection.forEach(SQL(trusted: question)) { row in
            rows.append((0..<row.count).map { row.value($0) })
        }
        return rows
    }
}
