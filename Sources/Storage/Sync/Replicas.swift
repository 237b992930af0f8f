package import Notes
internal import SQLite

/// The replicas that a library knows, with their numbers in it.
struct Replicas {
    private(set) var ids: [Int64: ReplicaID] = [:]
    private(set) var numbers: [ReplicaID: Int64] = [:]

    init(_ reader: borrowing some Reading & ~Copyable) throws {
        try reader.connection.forEach("SELECT number, id FROM replica") { row in
            guard let id = ReplicaID(bytes: row.bytes(1)) else {
                throw StorageError.unreadable("replica", "id")
            }
            add(id, as: row.int64(0))
        }
    }

    func id(_ number: Int64) throws -> ReplicaID {
        guard let id = ids[number] else { throw StorageError.unreadable("fact", "replica") }
        return id
    }

    /// The number of a replica, which becomes known if it is not.
    mutating func number(of id: ReplicaID, with writer: borrowing Writer) throws -> Int64 {
        if let number = numbers[id] { return number }
        try writer.connection.run("INSERT INTO replica (id) VALUES (:id)", ["id": id.bytes])
        let number = writer.connection.lastInserted
        add(id, as: number)
        return number
    }

    private mutating func add(_ id: ReplicaID, as number: Int64) {
        ids[number] = id
        numbers[id] = number
    }
}

/// Stamps the facts that this file's replica writes in a transaction: all with one clock, and with sequences in order.
struct OwnStamps {
    let number: Int64
    let replica: ReplicaID
    private(set) var sequence: Int64
    private(set) var clock: Int64
    /// Whether an opening comes first, which `Writer.putOpening` writes.
    var needsOpening = false
    /// Whether there are facts about removed events; nil until somebody has to know.
    var hasRemovedEvents: Bool?

    /// Makes what follows later than a fact of another replica.
    mutating func raise(above clock: Int64) {
        if MergeFault.clocksIgnoreOthers.isPresent { return }
        self.clock = max(self.clock, Stamp.clock(after: clock))
    }

    /// Those of the next transaction; nil if the replica has no sequence left.
    func continued(at moment: Moment) -> OwnStamps? {
        guard sequence < Stamp.sequences.upperBound else { return nil }
        var stamps = self
        stamps.clock = max(Stamp.clock(at: moment), Stamp.clock(after: clock))
        return stamps
    }

    /// Leaves as many sequences to others.
    mutating func skip(_ count: Int) { sequence += Int64(count) }

    mutating func next() -> Stamp {
        sequence += 1
        return Stamp(clock: clock, replica: replica, sequence: sequence)
    }
}

/// The sequence and the clock of a replica's latest fact, and of its latest event.
private let latestOfReplica: [StaticString] = [
    """
    SELECT sequence, clock
    FROM fact
    WHERE replica = :replica
    ORDER BY sequence DESC
    LIMIT 1
    """,
    """
    SELECT sequence, clock
    FROM event_origin
    WHERE replica = :replica
    ORDER BY sequence DESC
    LIMIT 1
    """,
]

/// The replica that a file is.
package struct OwnReplica {
    package let number: Int64
    package let id: ReplicaID
    /// Those of its latest fact.
    package let sequence: Int64
    package let clock: Int64
    /// Which file it is; nil if it has written nothing yet.
    package let home: String?
    let latestClock: Int64
}

extension Reading where Self: ~Copyable {
    /// The replica that this file is; not what it becomes when it is a copy.
    package func ownReplica() throws -> OwnReplica {
        let own = try connection.row(
            """
            SELECT number, id, sequence, clock, home, (SELECT max(clock) FROM replica)
            FROM replica
            WHERE is_own = 1
            """
        ) { row in
            guard let id = ReplicaID(bytes: row.bytes(1)) else {
                throw StorageError.unreadable("replica", "id")
            }
            return (
                number: row.int64(0), id: id,
                sequence: row.int64(2, within: Stamp.sequences),
                clock: row.int64(3, within: Stamp.clocks),
                home: row.textOrNil(4),
                latestClock: row.int64(5, within: Stamp.clocks)
            )
        }
        guard let own else { throw StorageError.unreadable("replica", "id") }
        var (sequence, clock) = (own.sequence, own.clock)
        // Three short queries take half the time of one that names each of these twice.
        for query in latestOfReplica {
            try connection.forEach(query, ["replica": own.number]) { row in
                sequence = max(sequence, row.int64(0, within: Stamp.sequences))
                clock = max(clock, row.int64(1, within: Stamp.clocks))
            }
        }
        return OwnReplica(
            number: own.number,
            id: own.id,
            sequence: sequence,
            clock: clock,
            home: own.home,
            latestClock: MergeFault.clocksIgnoreOthers.isPresent
                ? clock : max(clock, own.latestClock)
        )
    }

    /// What this library holds of each replica.
    package func syncVector() throws -> SyncVector {
        var vector = SyncVector()
        try connection.forEach("SELECT id, sequence FROM replica") { row in
            if let id = ReplicaID(bytes: row.bytes(0)) {
                vector[id] = row.int64(1, within: Stamp.sequences)
            }
        }
        let own = try ownReplica()
        vector[own.id] = own.sequence
        return vector
    }
}

extension Writer {
    /// The stamps for what this transaction writes, which follow those of the latest one if these are known.
    func stamps(at moment: Moment, home: String) throws -> OwnStamps {
        if let stamps = sync?.latest.stamps?.continued(at: moment) { return stamps }
        return try ownStamps(at: moment, home: home)
    }

    /// The same by what the file says.
    ///
    /// A file that is not the one that its replica was becomes a new replica: two that write under one name would never agree.
    /// So does one whose replica has no sequence left, which only a program that is not Omena can have made it.
    func ownStamps(at moment: Moment, home: String) throws -> OwnStamps {
        sync?.latest.forget()
        var own = try ownReplica()
        let isNew = own.home == nil
        let isCopy = !isNew && own.home != home && !MergeFault.copiesKeepTheirName.isPresent
        // A migration has written facts about the rows that it found.
        let hasNoFacts = isNew && own.sequence == 0
        if isCopy || own.sequence == Stamp.sequences.upperBound {
            try becomeNewReplica(home: home)
            own = try ownReplica()
        } else if isNew {
            try setHome(home)
        }
        return OwnStamps(
            number: own.number,
            replica: own.id,
            sequence: own.sequence,
            clock: max(Stamp.clock(at: moment), Stamp.clock(after: own.latestClock)),
            needsOpening: sync?.opened.isUnchanged(own, isNew: isCopy || hasNoFacts) ?? false
        )
    }

    /// Writes under a new name from now on.
    package func becomeNewReplica(home: String) throws {
        sync?.latest.forget()
        let own = try ownReplica()
        guard var random = sync?.random else {
            preconditionFailure("Only the open library writes facts")
        }
        try connection.run(
            """
            UPDATE replica
            SET is_own = 0, home = NULL, sequence = :sequence, clock = :clock
            WHERE is_own = 1
            """,
            ["sequence": own.sequence, "clock": own.clock]
        )
        try connection.run(
            "INSERT INTO replica (id, is_own, home) VALUES (:id, 1, :home)",
            ["id": ReplicaID(using: &random).bytes, "home": home]
        )
    }

    /// Makes the file another replica before it writes the next time, because it is an earlier state of its own.
    package func markReplaced() throws { try setHome(FileInstance.replaced) }

    /// Says which file the library's own replica is, after the program itself has replaced the file.
    func setHome(_ home: String) throws {
        sync?.latest.forget()
        try connection.run("UPDATE replica SET home = :home WHERE is_own = 1", ["home": home])
    }
}
