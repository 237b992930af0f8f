import Notes
import SQLite

@testable import Library
@testable import Storage

/// Everything that the replicas of a history have written.
///
/// From it follows what they must agree on, whatever way it took between them: what the last writer wrote.
struct WrittenFacts {
    private struct Write {
        /// What it was about, before that was found to be the same as something else.
        let object: ObjectKey
        let stamp: Stamp
        /// Nil for a deletion.
        let values: [String: Value]?
        /// What the writer held then.
        let known: SyncVector

        func knew(_ other: Write) -> Bool {
            known[other.stamp.replica] >= other.stamp.sequence
        }
    }

    private typealias PartWrite = (part: String, write: Write)

    private var writes: [FactKey: [Stamp: Write]] = [:]
    /// What a replica wrote before it was replaced by an earlier state of it, and nobody seems to have heard of.
    private var unsent: [FactKey: [Write]] = [:]
    private var seen: [ReplicaID: Int64] = [:]
    /// Whether a replica was replaced by an earlier state of it, so that what only it had is lost.
    var hasLoss = false
    /// Whether a replica may have given sequences to two facts each, some of which have other names since.
    var hasReusedSequences = false

    /// Adds what a replica has written since the last time.
    ///
    /// - Parameter isFirst: Whether to add also what others have written before the history began.
    mutating func add(from replica: SyncReplica, isFirst: Bool = false) throws {
        try replica.library.database.read { reader in
            let own = try reader.ownReplica()
            guard isFirst || own.sequence > seen[own.id] ?? 0 else { return }
            let replicas = try Replicas(reader)
            let before = isFirst ? 0 : seen[own.id] ?? 0
            let known = try reader.syncVector()
            let rows = try reader.connection.rows(
                """
                SELECT kind, object, part, clock, replica, sequence
                FROM fact
                WHERE replica BETWEEN :first AND :own AND sequence > :before
                UNION ALL
                SELECT 'event', event, '', clock, replica, sequence
                FROM event_origin
                WHERE replica BETWEEN :first AND :own AND sequence > :before
                """,
                ["first": isFirst ? 0 : own.number, "own": own.number, "before": before]
            ) { row in
                let key = FactKey(ObjectKey(row.text(0), row.value(1)), row.text(2))
                return (key, try Stamp(row, from: 3, replicas))
            }
            for (key, stamp) in rows where key.part != Fact.mergedPart {
                let values = try reader.values(of: key.object)?.filter {
                    SyncObject.around($0.key).contains(key.part)
                }
                writes[key, default: [:]][stamp] = Write(
                    object: key.object,
                    stamp: stamp,
                    values: values,
                    known: known
                )
            }
            seen[own.id] = own.sequence
        }
    }

    /// Forgets what a replica wrote and nobody has heard of, because its file is an earlier one now.
    mutating func forgetUnsent(of replica: SyncReplica, heardBy others: [SyncReplica]) throws {
        let own = try replica.library.database.read { try $0.ownReplica() }
        guard own.home != FileInstance.replaced else { return }
        let heard = try others.map { other in
            try other.library.database.read { try $0.syncVector()[own.id] }
        }
        let last = heard.max() ?? 0
        for (key, all) in writes {
            let lost = all.filter { $0.key.replica == own.id && $0.key.sequence > last }
            writes[key] = all.filter { lost[$0.key] == nil }
            unsent[key, default: []] += lost.values
        }
        seen[own.id] = own.sequence
    }

    /// What a replica that has heard of everything holds instead of what was written last.
    func contradictions(in replica: SyncReplica) throws -> [String] {
        try replica.library.database.read { reader in
            let held = try reader.syncVector()
            var objects: [ObjectKey: [PartWrite]] = [:]
            // What may have another name since it was written explains what is held, but is not missed.
            var renamed: [ObjectKey: [PartWrite]] = [:]
            for key in Set(writes.keys).union(unsent.keys) {
                let object = try reader.merged(key.object)
                for write in (writes[key] ?? [:]).values {
                    let write = try Self.resolved(write, reader)
                    if write.stamp.sequence <= held[write.stamp.replica] {
                        objects[object, default: []].append((key.part, write))
                    } else if hasReusedSequences {
                        renamed[object, default: []].append((key.part, write))
                    }
                }
                for write in unsent[key] ?? [] where hasReusedSequences {
                    let write = try Self.resolved(write, reader)
                    renamed[object, default: []].append((key.part, write))
                }
            }
            return try objects.flatMap {
                try contradictions($0, $1, renamed[$0] ?? [], reader) + lostTexts($0, $1, reader)
            }.sorted()
        }
    }

    /// Texts that nobody has replaced knowingly, and that are neither there nor kept.
    private func lostTexts(
        _ object: ObjectKey,
        _ writes: [PartWrite],
        _ reader: borrowing Reader
    ) throws -> [String] {
        guard !hasLoss, let actual = try reader.values(of: object) else { return [] }
        let deletions = writes.map(\.write).filter { $0.values == nil }
        return try writes.flatMap { _, write in
            try (write.values ?? [:]).compactMap { part, value in
                guard part.hasPrefix("field ") || ["name", "word", "place"].contains(part),
                    case .text(let text) = value, value != actual[part],
                    !writes.contains(where: { place, other in
                        SyncObject.around(part).contains(place) && other.stamp > write.stamp
                            && (other.values?[part] == value
                                || other.knew(write) && !Self.mayLack(write, other, deletions))
                    })
                else { return nil }
                let name = "\(write.stamp.clock) % \(object.kind) %"
                let isKept = try reader.connection.hasRow(
                    """
                    SELECT 1 FROM fact
                    WHERE kind = 'overwritten' AND object LIKE :name AND object LIKE :part
                    """,
                    ["name": name, "part": "% \(part)"]
                )
                guard !isKept else { return nil }
                let log = writes.filter { SyncObject.around(part).contains($0.part) }
                    .sorted { $0.write.stamp < $1.write.stamp }
                    .map { "\($0.part) \($0.write.stamp) \($0.write.values?[part] as Any)" }
                return "\(object) has lost \(part) \(text), written at \(write.stamp): \(log)"
            }
        }
    }

    /// Whether a writer may never have seen a text that they held: a deletion had come that was written without knowing of it.
    private static func mayLack(_ text: Write, _ writer: Write, _ deletions: [Write]) -> Bool {
        deletions.contains {
            $0.object == text.object && $0.stamp > text.stamp && !$0.knew(text)
                && writer.knew($0)
        }
    }

    /// With decks that stand for others in their places.
    private static func resolved(_ write: Write, _ reader: borrowing Reader) throws -> Write {
        guard var values = write.values else { return write }
        for (part, value) in values where part.isDeck {
            values[part] = try reader.merged(ObjectKey(SyncKind.deck.rawValue, value)).id
        }
        return Write(
            object: write.object,
            stamp: write.stamp,
            values: values,
            known: write.known
        )
    }

    private func contradictions(
        _ object: ObjectKey,
        _ writes: [PartWrite],
        _ renamed: [PartWrite],
        _ reader: borrowing Reader
    ) throws -> [String] {
        let actual = try reader.values(of: object)
        let written = writes.filter { $0.write.values != nil }
        let deletion = writes.filter { $0.part.isEmpty && $0.write.values == nil }
            .map(\.write.stamp).max()
        let latest = written.map(\.write.stamp).max()
        if object.kind != SyncKind.setting.rawValue {
            let exists = latest.map { latest in deletion.map { latest > $0 } ?? true } ?? false
            guard exists == (actual != nil) else {
                // Where only parts are later than the deletion, the rest of it may be what was lost.
                let whole = written.filter(\.part.isEmpty).map(\.write.stamp).max()
                let since = (actual == nil ? whole : deletion)?.clock ?? 0
                let isExplained = renamed.contains {
                    ($0.write.values != nil) == (actual != nil) && $0.write.stamp.clock >= since
                }
                if isExplained { return [] }
                if hasLoss, exists, let deletion, whole.map({ $0 < deletion }) ?? true { return [] }
                let log = writes.sorted { $0.write.stamp < $1.write.stamp }
                    .map { "\($0.part) \($0.write.stamp) \($0.write.values != nil)" }
                return ["\(object) \(exists ? "is gone" : "is still there"): \(log)"]
            }
            guard exists, object.kind != SyncKind.event.rawValue else { return [] }
        }
        var parts = Set(actual?.keys.map(\.self) ?? [])
        for write in written { parts.formUnion(write.write.values?.keys.map(\.self) ?? []) }
        return parts.compactMap { part in
            // That a card has a row says nothing: its log may be the reason.
            if part.hasPrefix("card "), !part.dropFirst(5).contains(" ") { return nil }
            let covering = written.filter { SyncObject.around(part).contains($0.part) }
            let last = covering.max {
                Self.rank($0.write, of: object) < Self.rank($1.write, of: object)
            }
            let expected = last?.write.values?[part]
            // Of settings that nobody has changed, there are no facts.
            guard last != nil || object.kind != SyncKind.setting.rawValue,
                expected != actual?[part],
                !renamed.contains(where: {
                    SyncObject.around(part).contains($0.part)
                        && $0.write.values?[part] == actual?[part]
                        && Self.isAsLate($0.write, as: last?.write, of: object)
                })
            else { return nil }
            let log = covering.sorted { $0.write.stamp < $1.write.stamp }
                .map { "\($0.part) \($0.write.stamp) \($0.write.values?[part] as Any)" }
            return "\(object) \(part) is \(actual?[part] as Any), not \(expected as Any): \(log)"
        }
    }

    /// Whether a write may have won over another one, whatever their replicas are called.
    private static func isAsLate(_ write: Write, as other: Write?, of object: ObjectKey) -> Bool {
        guard let other else { return true }
        let (left, right) = (rank(write, of: object), rank(other, of: object))
        return (left.0, left.1.clock) >= (right.0, right.1.clock)
    }

    /// The greatest wins: the latest, and of parameters those from the most reviews.
    private static func rank(_ write: Write, of object: ObjectKey) -> (Int64, Stamp) {
        (object == .parameters ? write.values?["reviews"]?.number ?? 0 : 0, write.stamp)
    }
}
