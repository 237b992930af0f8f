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

    /// Makes what follows later than a fact of another replica.
    mutating func raise(above clock: Int64) { self.clock = max(self.clock, clock + 1) }

    mutating func next() -> Stamp {
        sequence += 1
        return Stamp(clock: clock, replica: replica, sequence: sequence)
    }
}

extension Reading where Self: ~Copyable {
    /// The replica that this file is, with its latest sequence and clock; not what it becomes when it is a copy.
    package func ownReplica() throws -> (
        number: Int64, id: ReplicaID, sequence: Int64, clock: Int64, home: String?
    ) {
        let row = try connection.row(
            """
            SELECT number, id, sequence, clock, home
            FROM replica
            WHERE is_own = 1
            """
        ) {
            ($0.int64(0), ReplicaID(bytes: $0.bytes(1)), $0.int64(2), $0.int64(3), $0.textOrNil(4))
        }
        guard case (let number, let id?, let stored, let clock, let home)? = row else {
            throw StorageError.unreadable("replica", "id")
        }
        var latest = (sequence: stored, clock: clock)
        for query in Self.latestFacts {
            let found = try connection.row(query, ["number": number]) { ($0.int64(0), $0.int64(1)) }
            latest.sequence = max(latest.sequence, found?.0 ?? 0)
            latest.clock = max(latest.clock, found?.1 ?? 0)
        }
        return (number, id, latest.sequence, latest.clock, home)
    }

    private static var latestFacts: [StaticString] {
        [
            """
            SELECT sequence, clock
            FROM fact
            WHERE replica = :number
            ORDER BY sequence DESC
            LIMIT 1
            """,
            """
            SELECT sequence, clock
            FROM event_origin
            WHERE replica = :number
            ORDER BY sequence DESC
            LIMIT 1
            """,
        ]
    }

    /// What this library holds of each replica.
    package func syncVector() throws -> SyncVector {
        var vector = SyncVector()
        try connection.forEach("SELECT id, sequence FROM replica") { row in
            if let id = ReplicaID(bytes: row.bytes(0)) { vector[id] = row.int64(1) }
        }
        let own = try ownReplica()
        vector[own.id] = own.sequence
        return vector
    }
}

extension Writer {
    /// The stamps for what this transaction writes.
    ///
    /// A file that is not the one that its replica was becomes a new replica: two that write under one name would never agree.
    func ownStamps(at moment: Moment, home: String) throws -> OwnStamps {
        var own = try ownReplica()
        if own.home == nil {
            try connection.run("UPDATE replica SET home = :home WHERE is_own = 1", ["home": home])
        } else if own.home != home {
            try becomeNewReplica(home: home)
            own = try ownReplica()
        }
        let heard = try connection.row("SELECT max(clock) FROM replica") { $0.int64(0) } ?? 0
        return OwnStamps(
            number: own.number,
            replica: own.id,
            sequence: own.sequence,
            clock: max(Stamp.clock(at: moment), max(heard, own.clock) + 1)
        )
    }

    /// Writes under a new name from now on.
    package func becomeNewReplica(home: String) throws {
        let own = try ownReplica()
        var generator = SystemRandomNumberGenerator()
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
            ["id": ReplicaID(using: &generator).bytes, "home": home]
        )
    }

    /// Makes the file another replica before it writes the next time, because it is an earlier state of its own.
    package func markReplaced() throws { try setHome(FileHome.replaced) }

    /// Says which file the library's own replica is, after the program itself has replaced the file.
    func setHome(_ home: String) throws {
        try connection.run("UPDATE replica SET home = :home WHERE is_own = 1", ["home": home])
    }
}
