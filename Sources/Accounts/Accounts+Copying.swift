internal import SQLite
package import Sodium

extension Accounts {
    /// Adds all accounts with everything that belongs to them to others, which have none of them; what is there already stays.
    ///
    /// Learners stay signed in, and what is paired with their libraries stays paired.
    ///
    /// - Returns: The files of classes that are missing here, or damaged.
    /// - Throws: `taken` before anything is added, if another learner there has the name of one here.
    @discardableResult
    package func copy(to other: Accounts) throws(AccountsError) -> [Digest] {
        try checkNames(in: other)
        for table in Self.tables {
            let rows = try read { connection in
                var rows: [[Value]] = []
                let names = table.columns.joined(separator: ", ")
                try connection.forEach(SQL(trusted: "SELECT \(names) FROM \(table.name)")) {
                    rows.append($0.values)
                }
                return rows
            }
            let names = table.columns.joined(separator: ", ")
            let insert = SQL(trusted: "INSERT INTO \(table.name) (\(names)) VALUES")
            var rest = rows[...]
            while !rest.isEmpty {
                let part = rest.prefix(200)
                rest = rest.dropFirst(200)
                try other.write { connection in
                    for row in part {
                        let statement = insert + SQL(list: row) + SQL("ON CONFLICT DO NOTHING")
                        try connection.forEach(statement) { _ -> Void in }
                    }
                }
            }
        }
        var missing: [Digest] = []
        for digest in try packDigests() {
            if let bytes = try packs.reachableContent(of: digest, limit: .max) {
                _ = try other.packs.put(bytes)
            } else {
                missing.append(digest)
            }
        }
        return missing
    }

    /// Fails if another learner there has the name of one here.
    package func checkNames(in other: Accounts) throws(AccountsError) {
        let there = Dictionary(uniqueKeysWithValues: try other.all().map { ($0.name, $0.id) })
        for account in try all() where there[account.name].map({ $0 != account.id }) == true {
            throw .taken(account.name)
        }
    }

    /// In an order in which none refers to a later one.
    private static let tables: [(name: String, columns: [String])] = [
        ("account", ["id", "name", "title", "role", "quota", "made", "seen", "closed"]),
        ("credential", ["account", "kind", "key", "site", "proof", "counter", "made"]),
        ("session", ["id", "digest", "browser", "made", "seen"]),
        ("session_account", ["session", "account", "made"]),
        ("invitation", ["digest", "account", "expires"]),
        ("token_key", ["key", "made"]),
        (
            "publication",
            ["id", "owner", "name", "deck", "made", "closed", "link", "shows_progress"]
        ),
        ("edition", ["publication", "number", "pack", "size", "notes", "made"]),
        ("edition_medium", ["publication", "number", "name", "digest", "size"]),
        ("subscription", ["publication", "account", "shows_progress", "made"]),
    ]
}
