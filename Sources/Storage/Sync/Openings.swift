package import Notes
internal import SQLite
internal import Threads

// A library that is set back, with all that it remembers of itself, gives sequences to new facts that others know as those of
// other facts. So the first fact that a replica writes after its library was opened is an opening, with a random number. Like
// facts of a later version it is parked by all, passed on, and never replaced: two that hold the same facts of a replica have
// the same openings of it.

/// What the library's own replica had written when the library was opened.
final class OpenedReplica: Sendable {
    private struct State: Equatable {
        let replica: ReplicaID
        let sequence: Int64
    }

    private let state = Locked<State?>(nil)

    /// Whether the replica existed when the library was opened, and has written nothing since then.
    ///
    /// Has to be asked before it writes for the first time.
    ///
    /// - Parameter isNew: Whether it has just been created, so that there is no earlier state of it.
    func isUnchanged(_ own: OwnReplica, isNew: Bool) -> Bool {
        let now = State(replica: own.id, sequence: own.sequence)
        return state.withLock { state in
            let opened = state ?? (isNew ? State(replica: own.id, sequence: -1) : now)
            state = opened
            return opened == now
        }
    }
}

/// The openings of all replicas, as far as they are known.
struct Openings: Sendable {
    private var openings: [ReplicaID: [(sequence: Int64, hash: Int64)]] = [:]

    init(_ reader: borrowing some Reading & ~Copyable) throws {
        let replicas = try Replicas(reader)
        try reader.connection.forEach(
            """
            SELECT replica, sequence, value
            FROM parked
            WHERE kind = :kind
            ORDER BY sequence
            """,
            ["kind": Fact.opening]
        ) { row in
            let replica = try replicas.id(row.int64(0))
            let sequence = row.int64(1, within: Stamp.sequences)
            var hash = StableHash()
            hash.combine(row.bytes(2))
            openings[replica, default: []].append((sequence, Int64(bitPattern: hash.value)))
        }
    }

    /// Names the openings of a replica up to a sequence; 0 if there are none.
    func digest(of replica: ReplicaID, upTo sequence: Int64) -> Int64 {
        let known = (openings[replica] ?? []).prefix { $0.sequence <= sequence }
        guard !known.isEmpty else { return 0 }
        var hash = StableHash()
        for opening in known {
            hash.combine(opening.sequence)
            hash.combine(opening.hash)
        }
        // As small as a sequence, because it travels as one.
        return max(1, Int64(hash.value >> 25))
    }
}

/// The openings as they were last read, because there is one for each time that a library was opened and written to.
///
/// While a library is open, what it holds and which sequences were reused determine them. In a transaction that writes they do
/// not, because that may be rolled back.
package final class KnownOpenings: Sendable {
    private struct State {
        let held: SyncVector
        let reused: SyncVector
        let openings: Openings
    }

    private let state = Locked<State?>(nil)

    fileprivate func openings(_ held: SyncVector, _ reused: SyncVector) -> Openings? {
        state.withLock { state in
            guard let state, state.held == held, state.reused == reused else { return nil }
            return state.openings
        }
    }

    fileprivate func remember(_ openings: Openings, _ held: SyncVector, _ reused: SyncVector) {
        state.withLock { $0 = State(held: held, reused: reused, openings: openings) }
    }

    func discard() { state.withLock { $0 = nil } }
}

extension Reading where Self: ~Copyable {
    /// Names, of each replica, the openings among what this library holds of it.
    package func openings() throws -> SyncVector {
        let held = try syncVector()
        let openings = try self.openings(held, reusedSequences())
        var digests = SyncVector()
        for (replica, sequence) in held.sequences {
            digests[replica] = openings.digest(of: replica, upTo: sequence)
        }
        return digests
    }

    /// All openings.
    ///
    /// - Parameters:
    ///   - held: What this library holds.
    ///   - reused: The sequences that were reused.
    func openings(_ held: SyncVector, _ reused: SyncVector) throws -> Openings {
        guard let knownOpenings else { return try Openings(self) }
        if let openings = knownOpenings.openings(held, reused) { return openings }
        let openings = try Openings(self)
        knownOpenings.remember(openings, held, reused)
        return openings
    }
}

extension Writer {
    /// Writes an opening before the first fact since the library was opened.
    func putOpening(_ stamps: inout OwnStamps) throws {
        guard stamps.needsOpening, var random = sync?.random else { return }
        stamps.needsOpening = false
        let stamp = stamps.next()
        let id = Int64.random(in: 0 ... .max, using: &random)
        let key = Fact.openingKey(stamp)
        let values: [String: Value] = ["id": .integer(id)]
        var encoder = FactEncoder()
        encoder.add(values)
        try connection.run(
            """
            INSERT OR REPLACE INTO parked (kind, object, part, clock, replica, sequence, value)
            VALUES (:kind, :object, :part, :clock, :replica, :sequence, :value)
            """,
            [
                "kind": key.object.kind, "object": key.object.id,
                "part": key.part, "clock": stamp.clock, "replica": stamps.number,
                "sequence": stamp.sequence, "value": encoder.bytes,
            ]
        )
    }
}

extension Fact {
    /// The kind of openings, which is that of no object.
    static let opening = "opening"

    package var isOpening: Bool { key.object.kind == Self.opening }

    /// Whether a fact would replace the opening of another replica or sequence, as only a hostile program does.
    var isForgedOpening: Bool { isOpening && key != Self.openingKey(stamp) }

    fileprivate static func openingKey(_ stamp: Stamp) -> FactKey {
        FactKey(ObjectKey(opening, .text(stamp.replica.description)), String(stamp.sequence))
    }
}
