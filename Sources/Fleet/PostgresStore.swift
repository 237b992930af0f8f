package import Postgres
internal import Sodium
package import Threads

/// The tables of a fleet in PostgreSQL.
package final class PostgresStore: Sendable {
    let pool: PostgresPool
    private let sizes = Locked(StoredSizes())
    private let interruptedUploads = Locked(InterruptedUploads())

    package init(_ pool: PostgresPool) { self.pool = pool }

    /// Creates what is missing, also when several nodes do so at once.
    package func prepare() throws(FleetError) {
        do throws(PostgresError) {
            for sql in FleetSQL.schema { try pool.create(sql) }
        } catch {
            throw FleetError(error)
        }
        try run(FleetSQL.firstSecret, [.bytes(SecureGenerator.bytes(count: 32))])
    }

    /// Whether what the primary acknowledges is on a standby too.
    ///
    /// Fails where this role may not see that.
    package func hasSynchronousStandby() throws(FleetError) -> Bool {
        do {
            let wanted = try pool.run(
                "SELECT current_setting('synchronous_standby_names'), current_setting('synchronous_commit')"
            )
            let standbys = try pool.run("SELECT sync_state FROM pg_stat_replication").rows
                .map { $0.textOrNil(0) }
            guard !standbys.contains(nil) else {
                throw FleetError.unfit(
                    reason:
                        "this role may not see whether PostgreSQL has a synchronous standby; GRANT pg_read_all_stats to it"
                )
            }
            let commit = wanted.rows.first?.text(1) ?? ""
            return wanted.rows.first?.text(0).isEmpty == false
                && ["on", "remote_apply"].contains(commit)
                && standbys.contains { $0 == "sync" || $0 == "quorum" }
        } catch let error as FleetError {
            throw error
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    @discardableResult
    private func run(
        _ statement: FleetSQL.Statement,
        _ values: [PostgresValue] = []
    ) throws(FleetError) -> PostgresResult {
        do throws(PostgresError) {
            return try pool.run(statement.sql, values)
        } catch {
            throw FleetError(error)
        }
    }

    /// Runs a statement that may be repeated, until it is acknowledged.
    private func repeating(
        _ statement: FleetSQL.Statement,
        _ values: [PostgresValue]
    ) throws(FleetError) -> PostgresResult {
        let deadline = Instant.now + PostgresPool.patience
        while true {
            do throws(PostgresError) {
                return try pool.run(statement.sql, values, by: deadline)
            } catch {
                if case .refused = error, !error.isReadOnly { throw FleetError(error) }
                guard .now + .milliseconds(50) < deadline else { throw FleetError(error) }
                Pause.wait(.milliseconds(50))
            }
        }
    }
}

extension FleetError {
    init(_ error: PostgresError) {
        if case .noLibrary = error {
            self = .unfit(reason: "\(error)")
        } else {
            self = .unavailable(reason: "\(error)")
        }
    }
}

// MARK: - The log

extension PostgresStore: SharedLog {
    package func session(by deadline: Instant) throws(FleetError) -> any SlotSession {
        do throws(PostgresError) {
            return PostgresSlotSession(connection: try pool.lease(by: deadline), deadline: deadline)
        } catch {
            throw FleetError(error)
        }
    }

    package func slots(
        of learner: LearnerID,
        from number: Int64
    ) throws(FleetError) -> [Slot] {
        var slots: [Slot] = []
        for row in try run(FleetSQL.slots, [.integer(learner.rawValue), .integer(number)]).rows {
            guard let kind = Slot.Kind(rawValue: row.text(2)) else {
                throw .damaged(reason: "a later version of Omena has written slot \(row.int64(0))")
            }
            slots.append(
                Slot(number: row.int64(0), term: row.int64(1), kind: kind, body: row.bytes(3))
            )
        }
        return slots
    }

    package func lastNumber(of learner: LearnerID) throws(FleetError) -> Int64 {
        try run(FleetSQL.lastNumber, [.integer(learner.rawValue)]).rows.first?.int64(0) ?? 0
    }

    package func deleteSlots(
        of learner: LearnerID,
        before number: Int64
    ) throws(FleetError) {
        try run(FleetSQL.deleteSlots, [.integer(learner.rawValue), .integer(number)])
    }
}

/// A connection on which a slot is written.
struct PostgresSlotSession: SlotSession {
    let connection: PostgresPool.Lease
    let deadline: Instant

    func insert(_ slot: Slot, of learner: LearnerID) -> SlotWrite.Answer {
        do throws(PostgresError) {
            let inserted = try connection.run(
                FleetSQL.insertSlot.sql,
                [
                    .integer(learner.rawValue), .integer(slot.number), .integer(slot.term),
                    .text(slot.kind.rawValue), .bytes(slot.body),
                ],
                by: deadline
            )
            return inserted.count == 1 ? .done : .gap
        } catch {
            #if OMENA_TESTING
                if error.isDuplicate, Self.isUnfenced { return overwrite(slot, of: learner) }
            #endif
            if error.isDuplicate { return .taken }
            if case .refused = error, !error.isReadOnly { return .refused }
            // What a standby refuses is sent to the primary.
            return error.isCertain ? .unsent : .silence
        }
    }

    func look(for slot: Slot, of learner: LearnerID) -> SlotWrite.Answer {
        do throws(PostgresError) {
            let found = try connection.run(
                FleetSQL.slot.sql,
                [.integer(learner.rawValue), .integer(slot.number)],
                by: deadline
            ).rows.first
            guard let found else { return .nothing }
            return found.int64(0) == slot.term && found.text(1) == slot.kind.rawValue
                && found.bytes(2) == slot.body ? .own : .another
        } catch {
            return .silence
        }
    }

    func confirm(_ learner: LearnerID) -> SlotWrite.Answer {
        do throws(PostgresError) {
            let touched = try connection.run(
                FleetSQL.touchHolder.sql,
                [.integer(learner.rawValue)],
                by: deadline
            )
            return touched.count == 1 ? .done : .refused
        } catch {
            return .silence
        }
    }
}

// MARK: - Files

extension PostgresStore: FileStore {
    package func put(
        _ bytes: [UInt8],
        part: Int64,
        through last: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) {
        let values: [PostgresValue] = [
            .integer(learner.rawValue), .bytes(digest), .integer(part), .bytes(bytes),
            .integer(last),
        ]
        guard try repeating(FleetSQL.putPiece, values).count == 1 else {
            throw .unavailable(reason: "some pieces of a file were deleted while it was stored")
        }
        sizes.withLock { $0.add(bytes.count, for: learner) }
    }

    package func piece(
        _ part: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) -> [UInt8]? {
        try run(FleetSQL.piece, [.integer(learner.rawValue), .bytes(digest), .integer(part)])
            .rows.first?.bytes(0)
    }

    package func hasPiece(
        _ part: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) -> Bool {
        let values: [PostgresValue] = [.integer(learner.rawValue), .bytes(digest), .integer(part)]
        return try !run(FleetSQL.hasPiece, values).rows.isEmpty
    }

    package func deleteInterruptedUploads(
        of learner: LearnerID,
        heldBy holder: Holder
    ) throws(FleetError) {
        let values: [PostgresValue] = [
            .integer(learner.rawValue), .text(holder.node), .integer(holder.claim),
        ]
        let deleted = try run(FleetSQL.deleteInterruptedUploads, values).count
        if deleted > 0 { sizes.withLock { $0.forget(learner) } }
    }

    /// Deletes the pieces of everybody's files that were not stored to the end; to be called each day.
    package func deleteInterruptedSharedUploads() throws(FleetError) {
        let learner = PostgresValue.integer(LearnerID.everybody.rawValue)
        let found = try run(FleetSQL.interruptedUploads, [learner]).rows.map {
            InterruptedUploads.Piece(
                digest: $0.bytes(0),
                part: $0.int64(1),
                transaction: $0.text(2)
            )
        }
        for piece in interruptedUploads.withLock({ $0.old(among: found, at: .now) }) {
            let values: [PostgresValue] = [
                learner, .bytes(piece.digest), .integer(piece.part), .text(piece.transaction),
            ]
            try run(FleetSQL.deleteInterruptedUpload, values)
        }
    }

    package func removePieces(
        of digest: [UInt8],
        for learner: LearnerID,
        heldBy holder: Holder
    ) throws(FleetError) {
        defer { sizes.withLock { $0.forget(learner) } }
        let values: [PostgresValue] = [
            .integer(learner.rawValue), .text(holder.node), .integer(holder.claim), .bytes(digest),
        ]
        try run(FleetSQL.removePieces, values)
    }

    package func deletePieces(
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) {
        defer { sizes.withLock { $0.forget(learner) } }
        try run(FleetSQL.deletePieces, [.integer(learner.rawValue), .bytes(digest)])
    }

    package func deleteAllPieces(for learner: LearnerID) throws(FleetError) {
        defer { sizes.withLock { $0.forget(learner) } }
        try run(FleetSQL.deleteAllPieces, [.integer(learner.rawValue)])
    }

    /// How many bytes the pieces of a learner have.
    package func size(for learner: LearnerID) throws(FleetError) -> Int {
        let now = Instant.now
        if let known = sizes.withLock({ $0.size(for: learner, at: now) }) { return known }
        let rows = try run(FleetSQL.size, [.integer(learner.rawValue)]).rows
        let size = Int(clamping: rows.first?.int64(0) ?? 0)
        sizes.withLock { $0.set(size, for: learner, at: now) }
        return size
    }

    package func snapshots(of learner: LearnerID) throws(FleetError) -> [Snapshot] {
        try run(FleetSQL.snapshots, [.integer(learner.rawValue)]).rows
            .map { Snapshot(number: $0.int64(0), digest: $0.bytes(1)) }
    }

    package func add(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError) {
        _ = try repeating(
            FleetSQL.addSnapshot,
            [.integer(learner.rawValue), .integer(snapshot.number), .bytes(snapshot.digest)]
        )
    }

    package func delete(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError) {
        try run(FleetSQL.deleteSnapshot, [.integer(learner.rawValue), .integer(snapshot.number)])
    }
}

// MARK: - Holders and nodes

extension PostgresStore: Holders {
    package func holder(of learner: LearnerID) throws(FleetError) -> Holder? {
        try run(FleetSQL.holder, [.integer(learner.rawValue)]).rows.first
            .map { Holder(node: $0.text(0), claim: $0.int64(1)) }
    }

    package func replace(
        _ before: Holder?,
        by holder: Holder,
        of learner: LearnerID
    ) throws(FleetError) -> Bool {
        var values: [PostgresValue] = [
            .integer(learner.rawValue), .text(holder.node), .integer(holder.claim),
        ]
        guard let before else {
            return try repeating(FleetSQL.firstHolder, values).count == 1
        }
        values += [.text(before.node), .integer(before.claim)]
        return try repeating(FleetSQL.replaceHolder, values).count == 1
    }

    /// Forgets who holds a library that is deleted.
    func deleteHolder(of learner: LearnerID) throws(FleetError) {
        try run(FleetSQL.deleteHolder, [.integer(learner.rawValue)])
    }
}

extension PostgresStore: Nodes {
    package func all() throws(FleetError) -> [NodeRow] {
        try run(FleetSQL.nodes).rows.map { row in
            var node = NodeRow(
                name: row.text(0),
                address: row.text(1),
                process: row.text(2),
                beat: row.int64(3),
                isDraining: row.int64(4) != 0
            )
            node.isDrained = row.int64(4) == 2
            return node
        }
    }

    package func replace(
        _ before: NodeRow?,
        by row: NodeRow
    ) throws(FleetError) -> Bool {
        var values: [PostgresValue] = [
            .text(row.name), .text(row.address), .text(row.process), .integer(row.beat),
            .integer(row.isDrained ? 2 : row.isDraining ? 1 : 0),
        ]
        guard let before else { return try repeating(FleetSQL.firstNode, values).count == 1 }
        values += [.text(before.process), .integer(before.beat)]
        return try repeating(FleetSQL.replaceNode, values).count == 1
    }

    package func secret() throws(FleetError) -> [UInt8] {
        guard let row = try run(FleetSQL.secret).rows.first else {
            throw .unavailable(reason: "the fleet has no secret")
        }
        return row.bytes(0)
    }
}
