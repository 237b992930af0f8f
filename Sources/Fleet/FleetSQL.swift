/// All statements of a fleet's own tables: a test holds them to their rules.
///
/// So that the tables can be distributed by learner over several servers, each statement is a transaction by itself and
/// names its learner in `$1`; one that writes touches one row, unless it deletes what a snapshot has made superfluous.
/// The rows of nodes belong to no learner, and neither does the secret.
package enum FleetSQL {
    package struct Statement: Hashable, Sendable {
        package let sql: String
        /// Whether it may touch several rows of its learner.
        package var mayTouchMany = false
        /// Whether it is about nodes instead of a learner.
        package var isOfNodes = false
    }

    /// Only after the slot before it, and after one of the same holder unless it is a claim.
    ///
    /// One that a promotion has taken back would leave a gap, in which whoever held the library before could write unnoticed; and whoever
    /// held a library that was deleted would continue the log of one that was imported in its place.
    static let insertSlot = Statement(
        sql: """
            INSERT INTO slot (learner, number, term, kind, body) SELECT $1, $2, $3, $4, $5
            WHERE $2 = 1 OR EXISTS (
                SELECT 1 FROM slot WHERE learner = $1 AND number = $2 - 1 AND ($4 = 'claim' OR term = $3)
            )
            """
    )
    static let slot = Statement(
        sql: "SELECT term, kind, body FROM slot WHERE learner = $1 AND number = $2"
    )
    static let slots = Statement(
        sql: """
            SELECT number, term, kind, body FROM slot WHERE learner = $1 AND number >= $2
            ORDER BY number LIMIT 200
            """,
        mayTouchMany: true
    )
    static let lastNumber = Statement(
        sql: "SELECT number FROM slot WHERE learner = $1 ORDER BY number DESC LIMIT 1"
    )
    static let deleteSlots = Statement(
        sql: "DELETE FROM slot WHERE learner = $1 AND number < $2",
        mayTouchMany: true
    )
    /// Writes a row of the learner without changing it.
    static let touchHolder = Statement(
        sql: "UPDATE holder SET claim = claim WHERE learner = $1"
    )

    static let holder = Statement(sql: "SELECT node, claim FROM holder WHERE learner = $1")
    static let firstHolder = Statement(
        sql: """
            INSERT INTO holder (learner, node, claim) VALUES ($1, $2, $3)
            ON CONFLICT (learner) DO UPDATE SET claim = holder.claim
            WHERE holder.node = $2 AND holder.claim = $3
            """
    )
    static let replaceHolder = Statement(
        sql: """
            UPDATE holder SET node = $2, claim = $3
            WHERE learner = $1 AND (node = $4 AND claim = $5 OR node = $2 AND claim = $3)
            """
    )

    static let deleteHolder = Statement(sql: "DELETE FROM holder WHERE learner = $1")

    static let snapshots = Statement(
        sql: "SELECT number, digest FROM snapshot WHERE learner = $1 ORDER BY number DESC",
        mayTouchMany: true
    )
    static let addSnapshot = Statement(
        sql: """
            INSERT INTO snapshot (learner, number, digest) VALUES ($1, $2, $3)
            ON CONFLICT (learner, number) DO UPDATE SET digest = excluded.digest
            """
    )
    static let deleteSnapshot = Statement(
        sql: "DELETE FROM snapshot WHERE learner = $1 AND number = $2"
    )
    /// The first piece only where all others are there, so many that the last one's number is `$5`.
    static let putPiece = Statement(
        sql: """
            INSERT INTO piece (learner, digest, part, bytes) SELECT $1, $2, $3, $4
            WHERE $3 > 0 OR $5 = (
                SELECT count(*) FROM piece WHERE learner = $1 AND digest = $2 AND part > 0
            )
            ON CONFLICT (learner, digest, part) DO UPDATE SET bytes = excluded.bytes
            """
    )
    static let piece = Statement(
        sql: "SELECT bytes FROM piece WHERE learner = $1 AND digest = $2 AND part = $3"
    )
    static let hasPiece = Statement(
        sql: "SELECT part FROM piece WHERE learner = $1 AND digest = $2 AND part = $3"
    )
    /// Of files without the first piece, which is stored last.
    ///
    /// In one statement, because a primary that others have left may not know that it is there.
    static let deleteInterruptedUploads = Statement(
        sql: """
            DELETE FROM piece WHERE learner = $1 AND digest IN (
                SELECT digest FROM piece WHERE learner = $1 GROUP BY digest HAVING min(part) > 0
            )
            AND EXISTS (SELECT 1 FROM holder WHERE learner = $1 AND node = $2 AND claim = $3)
            """,
        mayTouchMany: true
    )
    /// The pieces of such files, and the transactions that have stored them.
    static let interruptedUploads = Statement(
        sql: """
            SELECT digest, part, CAST(xmin AS TEXT) FROM piece
            WHERE learner = $1 AND digest IN (
                SELECT digest FROM piece WHERE learner = $1 GROUP BY digest HAVING min(part) > 0
            )
            """,
        mayTouchMany: true
    )
    /// Only as it was found, because somebody may have begun to store the same file again.
    static let deleteInterruptedUpload = Statement(
        sql: """
            DELETE FROM piece
            WHERE learner = $1 AND digest = $2 AND part = $3 AND CAST(xmin AS TEXT) = $4
            AND NOT EXISTS (SELECT 1 FROM piece WHERE learner = $1 AND digest = $2 AND part = 0)
            """
    )
    /// Only by the holder: where it arrives late, another node may have been asked to store the same again.
    static let removePieces = Statement(
        sql: """
            DELETE FROM piece WHERE learner = $1 AND digest = $4
            AND EXISTS (SELECT 1 FROM holder WHERE learner = $1 AND node = $2 AND claim = $3)
            """,
        mayTouchMany: true
    )
    static let deletePieces = Statement(
        sql: "DELETE FROM piece WHERE learner = $1 AND digest = $2",
        mayTouchMany: true
    )

    static let deleteAllPieces = Statement(
        sql: "DELETE FROM piece WHERE learner = $1",
        mayTouchMany: true
    )
    static let size = Statement(
        sql: """
            SELECT CAST(coalesce(sum(octet_length(bytes)), 0) AS BIGINT) FROM piece WHERE learner = $1
            """,
        mayTouchMany: true
    )

    static let nodes = Statement(
        sql: "SELECT node, address, process, beat, draining FROM node ORDER BY node",
        isOfNodes: true
    )
    static let firstNode = Statement(
        sql: """
            INSERT INTO node (node, address, process, beat, draining) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (node) DO UPDATE SET beat = node.beat
            WHERE node.process = $3 AND node.beat = $4
            """,
        isOfNodes: true
    )
    /// A row that is there already is the same in everything: an operator who wants a node to be drained writes the beat
    /// that the node's next renewal has.
    static let replaceNode = Statement(
        sql: """
            UPDATE node SET address = $2, process = $3, beat = $4, draining = $5
            WHERE node = $1
            AND (process = $6 AND beat = $7 OR process = $3 AND beat = $4 AND draining = $5)
            """,
        isOfNodes: true
    )
    static let secret = Statement(
        sql: "SELECT secret FROM fleet WHERE id = 1",
        isOfNodes: true
    )
    static let firstSecret = Statement(
        sql: "INSERT INTO fleet (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
        isOfNodes: true
    )

    package static let all = [
        insertSlot, slot, slots, lastNumber, deleteSlots, touchHolder, holder, firstHolder,
        replaceHolder, deleteHolder, snapshots, addSnapshot, deleteSnapshot, putPiece, piece,
        hasPiece, deleteInterruptedUploads, interruptedUploads, deleteInterruptedUpload,
        removePieces, deletePieces, deleteAllPieces, size, nodes, firstNode, replaceNode, secret,
        firstSecret,
    ]

    /// The tables, created where they are missing.
    package static let schema = [
        """
        CREATE TABLE IF NOT EXISTS slot (
            learner BIGINT NOT NULL, number BIGINT NOT NULL, term BIGINT NOT NULL, kind TEXT NOT NULL,
            body BYTEA NOT NULL, PRIMARY KEY (learner, number)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS holder (
            learner BIGINT PRIMARY KEY, node TEXT NOT NULL, claim BIGINT NOT NULL
        ) WITH (fillfactor = 80)
        """,
        """
        CREATE TABLE IF NOT EXISTS node (
            node TEXT PRIMARY KEY, address TEXT NOT NULL, process TEXT NOT NULL, beat BIGINT NOT NULL,
            draining BIGINT NOT NULL
        ) WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE IF NOT EXISTS snapshot (
            learner BIGINT NOT NULL, number BIGINT NOT NULL, digest BYTEA NOT NULL,
            PRIMARY KEY (learner, number)
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS piece (
            learner BIGINT NOT NULL, digest BYTEA NOT NULL, part BIGINT NOT NULL, bytes BYTEA NOT NULL,
            PRIMARY KEY (learner, digest, part)
        )
        """,
        "CREATE TABLE IF NOT EXISTS fleet (id BIGINT PRIMARY KEY, secret BYTEA NOT NULL)",
    ]
}
