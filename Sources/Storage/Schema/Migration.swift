package import Notes
package import SQLite

/// A step from an older schema to a newer one, never edited once released.
package struct Migration: Sendable {
    package let name: String
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    package static let released: [Migration] = [
        .first, .second, .third, .dealing, .search, .views, .scripts, .languages, .finding, .order,
        .suspension, .catchingUp, .pairs, .resets, .progress, .tallies, .knowledge, .clients,
        .checksums, .sync, .arrivedPages, .suspendedNotes,
        .reusedSequences,
    ]

    /// Applies the migrations that a library lacks, each in its own transaction; in a new library, all in one.
    ///
    /// The library stores their names, and in its header their number, so that its version can be read without SQLite.
    package static func run(
        _ migrations: [Migration],
        on connection: Connection,
        now: Moment
    ) throws {
        let applied = try names(on: connection)
        for (index, name) in applied.enumerated()
        where index >= migrations.count || migrations[index].name != name {
            throw StorageError.newer(name)
        }
        try Schema(of: connection).check(after: migrations.prefix(applied.count))
        if applied.contains(Migration.first.name) { try checkNumbers(on: connection) }
        if applied.contains(Migration.checksums.name), !connection.hasChecksums {
            throw StorageError.damaged("its first page does not say that the pages have checksums")
        }
        guard applied.count < migrations.count else { return }
        if !applied.isEmpty, !connection.hasChecksums { try connection.renewChecksums() }
        // A migration may change an index whose building was deferred.
        if applied.contains(Migration.catchingUp.name) {
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            try connection.transaction(.write) { while try writer.buildNextIndex() {} }
        }
        try apply(migrations, after: applied.count, on: connection, now: now)
    }

    /// Applies the migrations after the first `count`.
    static func apply(
        _ migrations: [Migration],
        after count: Int,
        on connection: Connection,
        now: Moment
    ) throws {
        // With foreign keys, rebuilding a table would delete the rows that refer to it. They are checked before each commit.
        try connection.execute(script: "PRAGMA foreign_keys = OFF")
        let steps = Array(migrations.enumerated().dropFirst(count))
        // A new library is created in one transaction, because each one waits for the disk.
        for group in count == 0 ? [steps] : steps.map({ [$0] }) {
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

    /// The migrations that a library has, in order.
    private static func names(on connection: Connection) throws -> [String] {
        let hasMigrations = try connection.hasRow(
            """
            SELECT 1
            FROM sqlite_schema
            WHERE type = 'table' AND name = 'migration'
            """
        )
        guard hasMigrations else { return [] }
        return try connection.rows(
            """
            SELECT name
            FROM migration
            ORDER BY position
            """
        ) { $0.text(0) }
    }

    private static let mostNumber: Int64 = 1 << 32

    /// Refuses numbers that counting never reaches: after the last one there is none, and a loop over all cards would not end.
    ///
    /// Cards, changes, browsers, programs and peers are counted. Card numbers below 1 are those of departed cards.
    private static func checkNumbers(on connection: Connection) throws {
        let arePossible = try connection.row(
            """
            SELECT coalesce((SELECT max(seq) FROM sqlite_sequence), 0) <= :most
            AND coalesce((SELECT max(id) FROM card), 0) <= :most
            AND coalesce((SELECT min(id) FROM card), 1) > 0
            """,
            ["most": mostNumber]
        ) { $0.bool(0) }
        guard arePossible == true else {
            throw StorageError.damaged("a row has a number that counting never reaches")
        }
    }

    private static func checkReferences(on connection: Connection) throws {
        if let table = try connection.row("PRAGMA foreign_key_check", [:], { $0.text(0) }) {
            throw StorageError.damaged("a row of \(table) refers to one that is not there")
        }
    }
}
