internal import SQLite

// Tables whose rows are not facts, because each replica has its own, but that have to be durable elsewhere all the same: who
// may sync with the library, and how it is set up. They are small, and are shared as a whole.

extension SettingKey {
    /// The position in the shared log up to which the file has everything.
    static let sharedMark = SettingKey(rawValue: "shared-slot")

    /// Those that are not shared with the tables: they are facts, or follow from what this file alone has.
    static let notDurable: Set<SettingKey> = shared.union([sharedMark, hasMerged, pastKnowledge])
}

enum DurableTables {
    static let names = ["browser", "client", "library", "peer", "setting"]

    /// The script that makes a connection report changes of the tables.
    static let triggers: String = {
        let quoted = SettingKey.notDurable.map { "'\($0.rawValue)'" }.sorted()
            .joined(separator: ", ")
        return names.flatMap { name in
            [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")].map { event, row in
                let condition = name == "setting" ? "WHEN \(row).key NOT IN (\(quoted))" : ""
                return """
                    CREATE TEMP TRIGGER durable_\(name)_\(event) AFTER \(event) ON \(name)
                    \(condition)
                    BEGIN
                        SELECT fact_changed('\(ChangedFacts.table)', '\(name)', '');
                    END;
                    """
            }
        }.joined(separator: "\n")
    }()
}

extension Reading where Self: ~Copyable {
    func durableRows(of table: String) throws -> [[String: Value]] {
        let columns = try columns(of: table)
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        var rows: [[String: Value]] = []
        try connection.forEach(SQL(trusted: "SELECT \(names) FROM \(table)")) { row -> Void in
            var values: [String: Value] = [:]
            for (index, column) in columns.enumerated() {
                values[column] = row.value(Int32(clamping: index))
            }
            rows.append(values)
        }
        guard table == "setting" else { return rows }
        return rows.filter { !SettingKey.isNotDurable($0["key"]) }
    }

    fileprivate func columns(of table: String) throws -> [String] {
        var names: [String] = []
        try connection.forEach(SQL("SELECT name FROM pragma_table_info(?) ORDER BY cid", table)) {
            row -> Void in
            names.append(row.text(0))
        }
        return names
    }
}

extension SettingKey {
    fileprivate static func isNotDurable(_ key: Value?) -> Bool {
        guard case .text(let name) = key else { return true }
        return notDurable.contains(SettingKey(rawValue: name))
    }
}

extension Writer {
    /// Replaces the rows of a durable table; leaves out what a later version has added.
    func replaceDurable(_ table: String, with rows: [[String: Value]]) throws {
        guard DurableTables.names.contains(table) else { return }
        if table == "setting" {
            for key in try connection.rows("SELECT key FROM setting", [:], { $0.text(0) })
            where !SettingKey.notDurable.contains(SettingKey(rawValue: key)) {
                try removeSetting(SettingKey(rawValue: key))
            }
        } else {
            try connection.execute(script: "DELETE FROM \(table)")
        }
        let known = try columns(of: table)
        for row in rows where table != "setting" || !SettingKey.isNotDurable(row["key"]) {
            let values = row.filter { known.contains($0.key) }.sorted { $0.key < $1.key }
            let names = values.map { "\"\($0.key)\"" }.joined(separator: ", ")
            let insert = SQL(trusted: "INSERT INTO \(table) (\(names)) VALUES")
            try connection.forEach(insert + SQL(list: values.map(\.value))) { _ -> Void in }
        }
    }
}
