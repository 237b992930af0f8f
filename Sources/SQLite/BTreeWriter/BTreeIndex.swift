/// An index that can be written without SQLite: it holds plain columns of integers, reals and texts in binary order.
struct BTreeIndex: Sendable {
    let name: String
    /// Its columns, in sort order.
    let parts: [Part]
    /// How many of the parts have to be unique together; 0 in an index that is not unique.
    let uniqueCount: Int
    /// The conditions of a partial index, all of which a row has to meet.
    let conditions: [Condition]

    struct Part: Sendable {
        /// The position of the column in the table; nil for the row ID.
        let column: Int?
        let kind: Kind
        let isDescending: Bool
    }

    enum Kind: String, Sendable {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
    }

    struct Condition: Sendable {
        let column: Int
        let test: Test
    }

    enum Test: Equatable, Sendable {
        case isNull
        case isNotNull
        case isAbove(Int64)
        case equals(Int64)
    }
}

extension BTreeIndex {
    /// How SQLite says that a column is generated and not stored.
    private static let isVirtual = 2

    /// The indexes of a table that can be written without SQLite.
    static func all(of table: String, hasRowID: Bool, _ connection: Connection) throws -> [Self] {
        let columns = try connection.rows(
            "SELECT name, type, pk, hidden FROM pragma_table_xinfo(:table) ORDER BY cid",
            ["table": table]
        ) { (name: $0.text(0), type: $0.text(1), key: $0.int(2), hidden: $0.int(3)) }
        let stored = columns.prefix { $0.hidden == 0 }
        // A record holds the columns in table order without virtual ones, which have to come last here; except in a table
        // without row IDs whose primary key is not at the start.
        guard columns[stored.endIndex...].allSatisfy({ $0.hidden == Self.isVirtual }),
            hasRowID || stored.enumerated().allSatisfy({ $1.key == 0 || $1.key == $0 + 1 })
        else { return [] }
        let keys = stored.indices.filter { stored[$0].key > 0 }
        let key = hasRowID && keys.count == 1 ? keys.first { stored[$0].type == "INTEGER" } : nil
        let numbers = stored.indices.filter { stored[$0].type == "INTEGER" && $0 != key }
        return try connection.rows(
            """
            SELECT list.name, list."unique", coalesce(entry.sql, '')
            FROM pragma_index_list(:table) AS list
            JOIN sqlite_schema AS entry ON entry.name = list.name
            WHERE list.origin IN ('c', 'u')
            ORDER BY list.seq DESC
            """,
            ["table": table]
        ) { (name: $0.text(0), isUnique: $0.bool(1), sql: $0.text(2)) }
        .compactMap { index in
            let parts = try connection.rows(
                """
                SELECT cid, "desc", key, coll
                FROM pragma_index_xinfo(:index)
                ORDER BY seqno
                """,
                ["index": index.name]
            ) {
                (
                    column: $0.int(0), isDescending: $0.bool(1), isKey: $0.bool(2),
                    isBinary: $0.text(3) == "BINARY"
                )
            }
            let plainParts = parts.compactMap { part -> Part? in
                let column = part.column == -1 || part.column == key ? nil : part.column
                let type =
                    column.map { stored.indices.contains($0) ? stored[$0].type : "" } ?? "INTEGER"
                guard let kind = Kind(rawValue: type), part.isBinary else { return nil }
                return Part(column: column, kind: kind, isDescending: part.isDescending)
            }
            guard plainParts.count == parts.count else { return nil }
            let conditions = Condition.all(
                in: index.sql,
                Dictionary(uniqueKeysWithValues: numbers.map { (stored[$0].name, $0) })
            )
            guard let conditions else { return nil }
            return BTreeIndex(
                name: index.name,
                parts: plainParts,
                uniqueCount: index.isUnique ? parts.count { $0.isKey } : 0,
                conditions: conditions
            )
        }
    }
}

extension BTreeIndex.Condition {
    /// Parses the WHERE clause of an index; nil if it holds anything but simple tests of integer columns.
    ///
    /// - Parameter numbers: The positions of the integer columns.
    static func all(in sql: String, _ numbers: [String: Int]) -> [Self]? {
        let words = sql.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
        guard let start = words.firstIndex(of: "WHERE") else { return [] }
        let columns = Dictionary(uniqueKeysWithValues: numbers.map { ($0.uppercased(), $1) })
        var conditions: [Self] = []
        for part in words[(start + 1)...].split(separator: "AND") {
            guard let column = part.first.flatMap({ columns[$0] }) else { return nil }
            let test: BTreeIndex.Test? =
                switch Array(part.dropFirst()) {
                case ["IS", "NULL"]: .isNull
                case ["IS", "NOT", "NULL"]: .isNotNull
                case let words where words.count == 2 && words[0] == ">":
                    Int64(words[1]).map { .isAbove($0) }
                case let words where words.count == 2 && words[0] == "=":
                    Int64(words[1]).map { .equals($0) }
                default: nil
                }
            guard let test else { return nil }
            conditions.append(Self(column: column, test: test))
        }
        return conditions
    }
}
