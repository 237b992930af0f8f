package import Notes
internal import SQLite

/// What a library syncs with, as it is stored.
package struct PeerRow: Sendable {
    package var number: Int64
    package var name: String
    package var address: String?
    package var token: String?
    package var tokenDigest: [UInt8]?
    package var paired: Moment
    package var synced: Moment?
    package var replica: ReplicaID?
    package var vector: SyncVector
    package var counts: (received: Int, sent: Int, overwritten: Int)
    package var failure: String?

    fileprivate init(_ row: borrowing Row) {
        number = row.int64(0)
        name = row.text(1)
        address = row.textOrNil(2)
        token = row.textOrNil(3)
        paired = row.moment(4)
        synced = row.momentOrNil(5)
        replica = ReplicaID(bytes: row.bytes(6))
        vector = StoredJSON.read(row.text(7), as: SyncVector.self) ?? SyncVector()
        counts = (row.int(8), row.int(9), row.int(10))
        failure = row.textOrNil(11)
        tokenDigest = row.isNull(12) ? nil : row.bytes(12)
    }
}

extension Reading where Self: ~Copyable {
    package func peers() throws -> [PeerRow] {
        try connection.rows(
            """
            SELECT id, name, address, token, paired, synced, replica, vector, received, sent, overwritten,
                failure, token_digest
            FROM peer
            ORDER BY name, id
            """
        ) { PeerRow($0) }
    }

    package func peer(tokenDigest: [UInt8]) throws -> PeerRow? {
        try connection.row(
            """
            SELECT id, name, address, token, paired, synced, replica, vector, received, sent, overwritten,
                failure, token_digest
            FROM peer
            WHERE token_digest = :digest
            """,
            ["digest": tokenDigest]
        ) { PeerRow($0) }
    }
}

extension Writer {
    package func insertPeer(
        name: String,
        address: String? = nil,
        token: String? = nil,
        tokenDigest: [UInt8]? = nil,
        at moment: Moment
    ) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO peer (name, address, token, token_digest, paired)
            VALUES (:name, :address, :token, :digest, :moment)
            """,
            [
                "name": name, "address": address, "token": token, "digest": tokenDigest,
                "moment": moment,
            ]
        )
        return connection.lastInserted
    }

    /// False if there is none with this number.
    package func deletePeer(_ number: Int64) throws -> Bool {
        try removeIncompleteSeries(of: number)
        return try connection.run("DELETE FROM peer WHERE id = :id", ["id": number]) == 1
    }

    package func recordSync(
        with peer: Int64,
        _ replica: ReplicaID?,
        _ vector: SyncVector?,
        _ counts: (received: Int, sent: Int, overwritten: Int),
        failure: String?,
        at moment: Moment
    ) throws {
        let isMoved = counts.received + counts.sent > 0
        // Only what both hold is known to be the same.
        let held = try syncVector()
        let shared = try vector.map { try StoredJSON.text(of: $0.intersection(held)) }
        try connection.run(
            """
            UPDATE peer
            SET synced = CASE WHEN :failure IS NULL THEN :moment ELSE synced END, failure = :failure,
                replica = coalesce(:replica, replica),
                vector = coalesce(:vector, vector),
                received = CASE WHEN :is_moved THEN :received ELSE received END,
                sent = CASE WHEN :is_moved THEN :sent ELSE sent END,
                overwritten = CASE WHEN :is_moved THEN :overwritten ELSE overwritten END
            WHERE id = :id
            """,
            [
                "failure": failure, "moment": moment, "replica": replica?.bytes,
                "vector": shared, "is_moved": isMoved,
                "received": counts.received, "sent": counts.sent,
                "overwritten": counts.overwritten, "id": peer,
            ]
        )
    }

    /// Replaces all peers with those of another library.
    package func replacePeers(with rows: [PeerRow]) throws {
        try connection.run("DELETE FROM peer")
        try removeIncompleteSeries(of: nil)
        for row in rows {
            try connection.run(
                """
                INSERT INTO peer (id, name, address, token, token_digest, paired, synced, replica,
                    vector, received, sent, overwritten, failure)
                VALUES (:id, :name, :address, :token, :digest, :paired, :synced, :replica,
                    :vector, :received, :sent, :overwritten, :failure)
                """,
                [
                    "id": row.number, "name": row.name, "address": row.address,
                    "token": row.token, "digest": row.tokenDigest, "paired": row.paired,
                    "synced": row.synced, "replica": row.replica?.bytes,
                    "vector": try StoredJSON.text(of: row.vector),
                    "received": row.counts.received, "sent": row.counts.sent,
                    "overwritten": row.counts.overwritten, "failure": row.failure,
                ]
            )
        }
    }
}
