internal import Notes
internal import SQLite

// Facts that wait for an object, or for a version that knows them.

extension FactMerge {
    mutating func park(
        _ fact: Fact,
        awaiting object: ObjectKey?,
        _ writer: borrowing Writer
    ) throws {
        if MergeFault.nothingIsParked.isPresent { return }
        let arguments: StatementArguments = [
            "kind": fact.key.object.kind, "object": fact.key.object.id, "part": fact.key.part,
        ]
        let replicas = self.replicas
        let old = try writer.connection.row(
            """
            SELECT clock, replica, sequence
            FROM parked
            WHERE kind = :kind
            AND object = :object
            AND part = :part
            """,
            arguments
        ) {
            try Stamp($0, from: 0, replicas)
        }
        if let old, old >= fact.stamp { return }
        var encoder = FactEncoder()
        encoder.add(fact.values)
        try writer.connection.run(
            """
            INSERT OR REPLACE INTO parked (kind, object, part, clock, replica, sequence, awaited, value)
            VALUES (:kind, :object, :part, :clock, :replica, :sequence, :awaited, :value)
            """,
            [
                "kind": fact.key.object.kind, "object": fact.key.object.id, "part": fact.key.part,
                "clock": fact.stamp.clock,
                "replica": try self.replicas.number(of: fact.stamp.replica, with: writer),
                "sequence": fact.stamp.sequence, "awaited": object?.awaited,
                "value": encoder.bytes,
            ]
        )
    }

    /// Returns the facts of an object that wait, which have to be parked again if they still have to.
    func takeParked(of key: ObjectKey, _ writer: borrowing Writer) throws -> [Fact] {
        let arguments: StatementArguments = ["kind": key.kind, "object": key.id]
        let replicas = replicas
        let facts = try writer.connection.rows(
            """
            SELECT kind, object, part, clock, replica, sequence, value
            FROM parked
            WHERE kind = :kind
            AND object = :object
            """,
            arguments
        ) { try Fact(parked: $0, replicas) }
        for fact in facts where fact.isValid {
            try writer.connection.run(
                "DELETE FROM parked WHERE kind = :kind AND object = :object AND part = :part",
                ["kind": key.kind, "object": key.id, "part": fact.key.part]
            )
        }
        return facts
    }

    /// Merges what has waited for an object.
    mutating func wake(_ key: ObjectKey, _ writer: borrowing Writer) throws {
        let replicas = replicas
        let facts = try writer.connection.rows(
            """
            SELECT kind, object, part, clock, replica, sequence, value
            FROM parked
            WHERE awaited = :awaited
            """,
            ["awaited": key.awaited]
        ) { try Fact(parked: $0, replicas) }
        guard !facts.isEmpty else { return }
        try writer.connection.run(
            "DELETE FROM parked WHERE awaited = :awaited",
            ["awaited": key.awaited]
        )
        try merge(facts, writer)
    }
}

extension Reading where Self: ~Copyable {
    /// Whether facts wait for objects that are not here.
    func hasWaitingFacts() throws -> Bool {
        try connection.hasRow("SELECT 1 FROM parked WHERE awaited IS NOT NULL LIMIT 1")
    }

    /// Whether facts wait for an object.
    fileprivate func isAwaited(_ object: ObjectKey) throws -> Bool {
        try connection.hasRow(
            "SELECT 1 FROM parked WHERE awaited = :awaited LIMIT 1",
            ["awaited": object.awaited]
        )
    }
}

extension Writer {
    /// Merges the facts that have waited for objects that the transaction has inserted; its own facts are written already.
    ///
    /// An object that an undo or an import brings back comes with no fact of another replica, which would have them merged.
    func mergeWaitingFacts(about changes: ChangedFacts.Parts, at moment: Moment) throws {
        guard !changes.parts.isEmpty || !changes.wholeNotes.isEmpty, try hasWaitingFacts() else {
            return
        }
        let inserted = try changes.wholeObjects.filter { try isAwaited($0) && exists($0) }
        guard !inserted.isEmpty else { return }
        // The writers of waiting facts did not know the inserted objects.
        let nothing = SyncVector()
        let page = FactPage(after: nothing, vector: nothing, held: nothing, facts: [])
        var merge = try FactMerge(page, at: moment, self)
        merge.knownObjects = inserted.sorted { $0.precedes($1) }
        try merge.run(page, self)
        try updateTallies()
    }
}

extension ObjectKey {
    fileprivate var awaited: String { "\(kind) \(number ?? 0)" }
}

extension FactDecoder {
    /// The values of a parked fact; nil for a deletion.
    static func parkedValues(_ bytes: [UInt8]) throws -> [String: Value]? {
        var decoder = FactDecoder(bytes)
        do {
            return try decoder.values()
        } catch {
            throw StorageError.unreadable("parked", "value")
        }
    }
}

extension Fact {
    /// Reads the columns kind, object, part, clock, replica, sequence, value of a parked fact.
    fileprivate init(parked row: borrowing Row, _ replicas: Replicas) throws {
        self.init(
            key: FactKey(ObjectKey(row.text(0), row.value(1)), row.text(2)),
            stamp: try Stamp(row, from: 3, replicas),
            values: try FactDecoder.parkedValues(row.bytes(6))
        )
    }
}
