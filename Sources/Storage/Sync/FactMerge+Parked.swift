package import Notes
internal import SQLite
internal import Threads

// Facts that wait for an object, or for a version that knows them.

extension FactMerge {
    mutating func park(
        _ fact: Fact,
        awaiting object: ObjectKey?,
        _ writer: borrowing Writer
    ) throws {
        if MergeFault.nothingIsParked.isPresent { return }
        if let other = try parked(fact.key, writer) {
            guard other.stamp != fact.stamp else { return }
            let isLater = fact.stamp > other.stamp
            let (earlier, later) = isLater ? (other, fact) : (fact, other)
            try keepTexts(of: earlier, replacedBy: later, writer)
            guard isLater else { return }
        }
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

    /// The fact that waits under a name.
    func parked(_ key: FactKey, _ writer: borrowing Writer) throws -> Fact? {
        let replicas = replicas
        return try writer.connection.row(
            """
            SELECT kind, object, part, clock, replica, sequence, value
            FROM parked
            WHERE kind = :kind
            AND object = :object
            AND part = :part
            """,
            ["kind": key.object.kind, "object": key.object.id, "part": key.part]
        ) { try Fact(parked: $0, replicas) }
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
        for fact in facts where fact.isValid { try writer.removeParked(fact) }
        return facts
    }

    /// Merges what has waited for an object.
    mutating func wake(_ key: ObjectKey, _ writer: borrowing Writer) throws {
        if MergeFault.nothingIsWoken.isPresent { return }
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

    /// Whether any object of a kind was found to be the same as another one, which stands for it.
    func hasAbsorbed(_ kind: SyncKind) throws -> Bool {
        try connection.hasRow(
            "SELECT 1 FROM merged WHERE kind = :kind LIMIT 1",
            ["kind": kind.rawValue]
        )
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
    /// Merges what concerns objects that the transaction has inserted again; its own facts are written already.
    ///
    /// One that an undo or an import brings back comes with no fact of another replica, which would have this done. Facts may have
    /// waited for it, or others may know it under another ID by now.
    func mergeInsertedAgain(_ changes: ChangedFacts.Parts, at moment: Moment) throws {
        guard !changes.parts.isEmpty || !changes.wholeNotes.isEmpty else { return }
        let isAnyAwaited = try hasWaitingFacts()
        let isAnyAbsorbed = try hasAbsorbed(.deck) || hasAbsorbed(.note)
        guard isAnyAwaited || isAnyAbsorbed else { return }
        let inserted = try changes.wholeObjects.filter { try exists($0) }
            .sorted { $0.precedes($1) }
        let absorbed = try isAnyAbsorbed ? inserted.filter { try merged($0) != $0 } : []
        let awaited = try isAnyAwaited ? inserted.filter { try isAwaited($0) } : []
        guard !awaited.isEmpty || !absorbed.isEmpty else { return }
        // The writers of waiting facts did not know the inserted objects.
        let nothing = SyncVector()
        let page = FactPage(after: nothing, vector: nothing, held: nothing, facts: [])
        var merge = try FactMerge(page, at: moment, self)
        for object in absorbed { try merge.reunite(object, self) }
        merge.knownObjects += awaited
        try merge.run(page, self)
        try updateTallies()
    }
}

// MARK: - Facts of later versions

extension Database {
    /// Merges the facts that have waited for this version, because nobody sends them again; once while the library is open.
    ///
    /// - Returns: Whether there were any.
    package func mergeFactsKnownNow(at moment: Moment) throws -> Bool {
        guard !hasMergedFactsKnownNow.withLock({ $0 }) else { return false }
        let isAny = try read { try !$0.factsKnownNow().isEmpty }
        if isAny { try write { try $0.mergeFactsKnownNow(at: moment) } }
        hasMergedFactsKnownNow.withLock { $0 = true }
        return isAny
    }
}

extension Reading where Self: ~Copyable {
    /// The facts that an earlier version did not know, and this one does.
    fileprivate func factsKnownNow() throws -> [Fact] {
        let replicas = try Replicas(self)
        return try connection.rows(
            """
            SELECT kind, object, part, clock, replica, sequence, value
            FROM parked
            WHERE awaited IS NULL
            AND kind <> :opening
            """,
            ["opening": Fact.opening]
        ) { try Fact(parked: $0, replicas) }
        .filter(\.isValid)
    }
}

extension Writer {
    fileprivate func removeParked(_ fact: Fact) throws {
        let key = fact.key
        try connection.run(
            "DELETE FROM parked WHERE kind = :kind AND object = :object AND part = :part",
            ["kind": key.object.kind, "object": key.object.id, "part": key.part]
        )
    }

    fileprivate func mergeFactsKnownNow(at moment: Moment) throws {
        let facts = try factsKnownNow()
        for fact in facts { try removeParked(fact) }
        // What their writers knew, nobody knows any more.
        let nothing = SyncVector()
        let page = FactPage(after: nothing, vector: nothing, held: nothing, facts: [])
        var merge = try FactMerge(page, at: moment, self)
        try merge.merge(facts, self)
        try merge.run(page, self)
        sync?.changes.recordMerge()
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
