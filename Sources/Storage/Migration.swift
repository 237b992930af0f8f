package import Notes
package import SQLite

/// One step from an older library to a newer one: once released it is never edited, only followed.
package struct Migration: Sendable {
    package let name: String
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    /// All steps, in order.
    package static let released: [Migration] = [
        .first, .second, .third, .dealing, .search, .views, .scripts, .languages, .finding, .order,
        .suspension, .catchingUp, .pairs,
    ]

    /// Takes the steps that a library has not taken yet, each in its own transaction; a new one takes all in one.
    ///
    /// Their names are kept in the library, and their number in its header, where the bytes alone tell which
    /// version wrote it.
    package static func run(
        _ migrations: [Migration],
        on connection: Connection,
        now: Moment
    ) throws {
        let taken = try names(on: connection)
        for (index, name) in taken.enumerated()
        where index >= migrations.count || migrations[index].name != name {
            throw StorageError.newer(name)
        }
        guard taken.count < migrations.count else { return }

        // Rebuilding a table would otherwise delete what refers to it; the check comes before each commit.
        try connection.execute(script: "PRAGMA foreign_keys = OFF")
        // A step may change an index that is still to be made.
        if taken.contains(Migration.catchingUp.name) {
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            try connection.transaction(.write) { while try writer.buildNextIndex() {} }
        }
        let steps = Array(migrations.enumerated().dropFirst(taken.count))
        // A new library is made at once: each transaction waits for the disk.
        for group in taken.isEmpty ? [steps] : steps.map({ [$0] }) {
            try connection.transaction(.write) {
                for (index, migration) in group {
                    try connection.execute(script: migration.sql)
                    try connection.run(
                        """
                        INSERT INTO migration (position, name, applied)
                        VALUES (:position, :name, :applied)
                        """,
                        ["position": index, "name": migration.name, "applied": now]
                    )
                    try connection.execute(script: "PRAGMA user_version = \(index + 1)")
                }
                try checkReferences(on: connection)
            }
        }
        try connection.execute(
            script: """
                PRAGMA foreign_keys = ON;
                PRAGMA wal_checkpoint(TRUNCATE);
                """
        )
    }

    /// The steps that a library has taken, in order.
    private static func names(on connection: Connection) throws -> [String] {
        let isThere = try connection.row(
            """
            SELECT 1
            FROM sqlite_schema
            WHERE type = 'table' AND name = 'migration'
            """
        ) { _ in true }
        guard isThere == true else { return [] }
        return try connection.rows(
            """
            SELECT name
            FROM migration
            ORDER BY position
            """
        ) { $0.text(0) }
    }

    private static func checkReferences(on connection: Connection) throws {
        if let table = try connection.row("PRAGMA foreign_key_check", [:], { $0.text(0) }) {
            throw StorageError.damaged("a row of \(table) refers to one that is not there")
        }
    }
}
