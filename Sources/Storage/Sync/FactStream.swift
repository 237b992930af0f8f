package import Notes
internal import SQLite

/// The facts of a library that somebody lacks, in the order of their clocks.
///
/// Those of one replica come in the order in which it wrote them, so that whoever has received some of them lacks only later ones.
package struct FactStream {
    private let replicas: Replicas
    private var queues: [Queue] = []
    /// The queue of the fact that was returned last, and the one of its replica before.
    private var latest: (queue: Int, sequence: Int64)?

    private struct Queue {
        let number: Int64
        let replica: ReplicaID
        /// The last one that was read, and the last one that this library holds.
        var sequence: Int64
        let last: Int64
        var pending: ArraySlice<Pending> = []
        /// Whether none has to be read any more.
        var isRead = false

        var isAtEnd: Bool { isRead && pending.isEmpty }
    }

    /// How many facts of a replica are read at once.
    private static let most = 1_000

    private enum Source: Int { case fact, event, parked }

    private struct Pending {
        let stamp: Stamp
        let key: FactKey
        let source: Source
        /// The encoded values of a parked fact.
        let value: [UInt8]
    }

    /// - Parameter held: What the library holds.
    package init(
        after vector: SyncVector,
        holding held: SyncVector,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        replicas = try Replicas(reader)
        for (replica, sequence) in held.sequences where sequence > vector[replica] {
            guard let number = replicas.numbers[replica] else { continue }
            queues.append(
                Queue(number: number, replica: replica, sequence: vector[replica], last: sequence)
            )
        }
        queues.sort { $0.replica < $1.replica }
    }

    /// The next fact with its values, and what of its replica is held by whoever has received it; nil after the last one.
    package mutating func next(_ reader: borrowing some Reading & ~Copyable) throws -> Fact? {
        while let queue = try nextQueue(reader) {
            guard let pending = queues[queue].pending.popFirst() else { return nil }
            latest = (queue, queues[queue].sequence)
            queues[queue].sequence = pending.stamp.sequence
            if let fact = try fact(pending, reader) { return fact }
        }
        return nil
    }

    /// Takes back the fact that was returned last; it would be read once more.
    package mutating func putBack() {
        guard let (queue, sequence) = latest else { return }
        queues[queue].sequence = sequence
        queues[queue].pending = []
        queues[queue].isRead = false
        latest = nil
    }

    /// What whoever received all facts so far holds, besides what it held before.
    package var vector: SyncVector {
        var vector = SyncVector()
        for queue in queues {
            vector[queue.replica] = queue.isAtEnd ? queue.last : queue.sequence
        }
        return vector
    }

    /// The replica whose next fact is the oldest.
    private mutating func nextQueue(_ reader: borrowing some Reading & ~Copyable) throws -> Int? {
        var oldest: (queue: Int, stamp: Stamp)?
        for index in queues.indices {
            if queues[index].pending.isEmpty { try fill(index, reader) }
            guard let stamp = queues[index].pending.first?.stamp else { continue }
            if oldest.map({ stamp < $0.stamp }) ?? true { oldest = (index, stamp) }
        }
        return oldest?.queue
    }

    private mutating func fill(
        _ index: Int,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        guard !queues[index].isRead else { return }
        let queue = queues[index]
        let rows = try reader.connection.rows(
            """
            SELECT sequence, clock, kind, object, part, 0, NULL
            FROM fact
            WHERE replica = :replica AND sequence > :sequence
            UNION ALL
            SELECT sequence, clock, 'event', event, '', 1, NULL
            FROM event_origin
            WHERE replica = :replica AND sequence > :sequence
            UNION ALL
            SELECT sequence, clock, kind, object, part, 2, value
            FROM parked
            WHERE replica = :replica AND sequence > :sequence
            ORDER BY sequence
            LIMIT :most
            """,
            ["replica": queue.number, "sequence": queue.sequence, "most": Self.most]
        ) { row in
            Pending(
                stamp: Stamp(
                    clock: row.int64(1, within: Stamp.clocks),
                    replica: queue.replica,
                    sequence: row.int64(0, within: Stamp.sequences)
                ),
                key: FactKey(ObjectKey(row.text(2), row.value(3)), row.text(4)),
                source: Source(rawValue: row.int(5)) ?? .fact,
                value: row.bytes(6)
            )
        }
        queues[index].pending = rows[...]
        queues[index].isRead = rows.count < Self.most
    }

    /// A fact with its values; nil where a later one says that there is nothing.
    private func fact(
        _ pending: Pending,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> Fact? {
        let key = pending.key
        var fact = Fact(key: key, stamp: pending.stamp, values: nil)
        if pending.source == .parked {
            fact.values = try FactDecoder.parkedValues(pending.value)
        } else if key.part == Fact.mergedPart {
            let object = try reader.merged(key.object)
            guard object != key.object else { return nil }
            fact.values = [key.part: object.id]
        } else if let values = try reader.values(of: key.object) {
            // The cards of events that outlived them are unknown in a library that deleted them before it had facts.
            if pending.source == .event, values["note"] == nil { return nil }
            fact.values =
                key.part.isEmpty
                ? values : values.filter { SyncObject.around($0.key).contains(key.part) }
        } else if !key.part.isEmpty || pending.source == .event {
            return nil
        }
        return fact
    }
}

extension Reading where Self: ~Copyable {
    /// The note that stands for a note: another one if a sync has found that the two are one.
    package func merged(_ note: NoteID) throws -> NoteID {
        let key = try merged(ObjectKey(.note, note.rawValue))
        return key.number.map { NoteID(rawValue: $0) } ?? note
    }

    /// The object that stands for an object.
    func merged(_ object: ObjectKey) throws -> ObjectKey {
        guard object.number != nil else { return object }
        var object = object
        while let next = try connection.row(
            "SELECT into_object FROM merged WHERE kind = :kind AND object = :object",
            ["kind": object.kind, "object": object.id],
            { $0.value(0) }
        ) { object.id = next }
        return object
    }
}
