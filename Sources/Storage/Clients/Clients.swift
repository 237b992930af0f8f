package import Notes
internal import SQLite

/// A program that uses the interface of AnkiConnect.
package struct ClientRow: Hashable, Sendable {
    package var number: Int64
    /// The origin of its requests, or its name.
    package var identity: String
    /// 0 if the learner has not been asked, 1 if allowed, 2 if refused.
    package var decision: Int
    /// A set of bits.
    package var permissions: Int
    /// When its first request came.
    package var asked: Moment
    /// When the learner decided last.
    package var decided: Moment?
    /// When it was last used, accurate to a minute.
    package var seen: Moment
}

extension Reading where Self: ~Copyable {
    package func client(_ identity: String) throws -> ClientRow? {
        try connection.row(
            """
            SELECT id, identity, decision, permissions, asked, decided, seen
            FROM client
            WHERE identity = :identity
            """,
            ["identity": identity]
        ) { ClientRow($0) }
    }

    /// All programs, the last used first.
    package func clients() throws -> [ClientRow] {
        try connection.rows(
            """
            SELECT id, identity, decision, permissions, asked, decided, seen
            FROM client
            ORDER BY seen DESC, id DESC
            """
        ) { ClientRow($0) }
    }

    /// How many entries each program has in the journal, by the number under which they are recorded.
    package func journalCounts() throws -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        try connection.forEach(
            """
            SELECT browser, count(*)
            FROM journal
            WHERE browser IS NOT NULL
            GROUP BY browser
            """
        ) { counts[$0.int64(0)] = $0.int(1) }
        return counts
    }
}

extension Writer {
    /// Adds a program that has not been known yet.
    package func insertClient(_ identity: String, decision: Int, at moment: Moment) throws {
        try connection.run(
            """
            INSERT INTO client (identity, decision, asked, decided, seen)
            VALUES (:identity, :decision, :moment, :decided, :moment)
            ON CONFLICT (identity) DO NOTHING
            """,
            [
                "identity": identity, "decision": decision, "moment": moment,
                "decided": decision == 0 ? nil : moment,
            ]
        )
    }

    /// Removes the programs that asked longest ago without an answer, so that at most `count` are left.
    package func removeUnansweredClients(keeping count: Int) throws {
        try connection.run(
            """
            DELETE FROM client
            WHERE decision = 0
            AND id NOT IN (
                SELECT id
                FROM client
                WHERE decision = 0
                ORDER BY id DESC
                LIMIT :count
            )
            """,
            ["count": count]
        )
    }

    /// Stores what the learner decided; false if the program is unknown.
    package func decide(
        on client: Int64,
        decision: Int,
        permissions: Int,
        at moment: Moment
    ) throws -> Bool {
        try connection.run(
            """
            UPDATE client
            SET decision = :decision, permissions = :permissions, decided = :moment
            WHERE id = :id
            """,
            [
                "id": client, "decision": decision, "permissions": permissions, "moment": moment,
            ]
        ) == 1
    }

    package func recordUse(ofClient client: Int64, at moment: Moment) throws {
        try connection.run(
            """
            UPDATE client
            SET seen = :seen
            WHERE id = :id
            """,
            ["id": client, "seen": moment]
        )
    }

    /// Forgets a program, which is asked about again; false if it is unknown.
    package func deleteClient(_ client: Int64) throws -> Bool {
        try connection.run("DELETE FROM client WHERE id = :id", ["id": client]) == 1
    }

    /// Replaces all programs with those of another library.
    package func replaceClients(with rows: [ClientRow]) throws {
        try connection.run("DELETE FROM client")
        for row in rows {
            try connection.run(
                """
                INSERT INTO client (id, identity, decision, permissions, asked, decided, seen)
                VALUES (:id, :identity, :decision, :permissions, :asked, :decided, :seen)
                """,
                [
                    "id": row.number, "identity": row.identity, "decision": row.decision,
                    "permissions": row.permissions, "asked": row.asked, "decided": row.decided,
                    "seen": row.seen,
                ]
            )
        }
    }
}

extension ClientRow {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            number: row.int64(0),
            identity: row.text(1),
            decision: row.int(2),
            permissions: row.int(3),
            asked: row.moment(4),
            decided: row.momentOrNil(5),
            seen: row.moment(6)
        )
    }
}
