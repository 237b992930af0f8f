/// An index that holds nothing but numbers and texts, as they stand in a row.
struct LaidIndex: Sendable {
    let name: String
    /// What of a row it holds, in the order that it is sorted by.
    let parts: [Part]
    /// How many of these, together, only one row may have; 0 where any may.
    let uniqueCount: Int
    /// What a row must fulfil to be in it.
    let conditions: [Condition]

    struct Part: Sendable {
        /// The place of a column in the table; nil for the row's key.
        let column: Int?
        let kind: Kind
        let isDescending: Bool
    }

    enum Kind: String, Sendable {
        case whole = "INTEGER"
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

extension LaidIndex {
    /// The indexes of a table that hold nothing but numbers and texts, and of which it can be told which rows are in them.
    static func all(of table: String, hasKey: Bool, _ connection: Connection) throws -> [Self] {
        let columns = try connection.rows(
            "SELECT name, type, pk, hidden FROM pragma_table_xinfo(:table) ORDER BY cid",
            ["table": table]
        ) { (name: $0.text(0), type: $0.text(1), key: $0.int(2), isHidden: $0.bool(3)) }
        // A row holds its columns as the table does; but for a table of many keys that has them elsewhere than first.
        guard !columns.contains(where: \.isHidden),
            hasKey || columns.enumerated().allSatisfy({ $1.key == 0 || $1.key == $0 + 1 })
        else { return [] }
        let keys = columns.indices.filter { columns[$0].key > 0 }
        let key = hasKey && keys.count == 1 ? keys.first { columns[$0].type == "INTEGER" } : nil
        let numbers = columns.indices.filter { columns[$0].type == "INTEGER" && $0 != key }
        return try connection.rows(
            """
            SELECT list.name, list."unique", coalesce(made.sql, '')
            FROM pragma_index_list(:table) AS list
            JOIN sqlite_schema AS made ON made.name = list.name
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
                    isByBytes: $0.text(3) == "BINARY"
                )
            }
            let held = parts.compactMap { part -> Part? in
                let column = part.column == -1 || part.column == key ? nil : part.column
                let type = column.map { $0 < 0 ? "" : columns[$0].type } ?? "INTEGER"
                guard let kind = Kind(rawValue: type), part.isByBytes else { return nil }
                return Part(column: column, kind: kind, isDescending: part.isDescending)
            }
            guard held.count == parts.count else { return nil }
            let conditions = Condition.all(
                in: index.sql,
                Dictionary(uniqueKeysWithValues: numbers.map { (columns[$0].name, $0) })
            )
            guard let conditions else { return nil }
            return LaidIndex(
                name: index.name,
                parts: held,
                uniqueCount: index.isUnique ? parts.count { $0.isKey } : 0,
                conditions: conditions
            )
        }
    }
}

extension LaidIndex.Condition {
    /// The conditions behind an index's WHERE; nil where one says more than can be told here.
    ///
    /// - Parameter numbers: The columns that hold whole numbers.
    static func all(in sql: String, _ numbers: [String: Int]) -> [Self]? {
        let words = sql.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
        guard let start = words.firstIndex(of: "WHERE") else { return [] }
        let columns = Dictionary(uniqueKeysWithValues: numbers.map { ($0.uppercased(), $1) })
        var conditions: [Self] = []
        for part in words[(start + 1)...].split(separator: "AND") {
            guard let column = part.first.flatMap({ columns[$0] }) else { return nil }
            let test: LaidIndex.Test? =
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
