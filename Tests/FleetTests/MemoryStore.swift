import Compression
import Fleet
import Glibc
import Threads

/// The tables of a fleet in memory, which can be out of reach.
final class MemoryStore: SharedLog, FileStore, Holders, Nodes {
    private struct Key: Hashable {
        let learner: LearnerID
        let digest: [UInt8]
        let part: Int64
    }

    private struct Content {
        var slots: [LearnerID: [Int64: Slot]] = [:]
        var holders: [LearnerID: Holder] = [:]
        var nodes: [String: NodeRow] = [:]
        var snapshots: [LearnerID: [Snapshot]] = [:]
        var pieces: [Key: [UInt8]] = [:]
        var isDown = false
        /// How many pieces can still be put; nil where that has no end.
        var room: Int?
        var puts = 0
        var frozen: (thread: pthread_t, nodes: [String: NodeRow])?
        var slotReads = 0
    }

    private let content = Locked(Content())

    /// How often slots were read.
    var slotReads: Int { content.withLock { $0.slotReads } }

    /// How often pieces were put, or were to be.
    var puts: Int { content.withLock { $0.puts } }

    /// Lets only some more pieces be put.
    func limitPuts(to room: Int?) { content.withLock { $0.room = room } }

    /// Loses one piece of a file.
    func losePiece(_ part: Int64, of digest: [UInt8], for learner: LearnerID) {
        content.withLock { $0.pieces[Key(learner: learner, digest: digest, part: part)] = nil }
    }

    /// Shows the nodes to all other threads as they are now.
    func freezeNodesForOtherThreads() {
        content.withLock { $0.frozen = (pthread_self(), $0.nodes) }
    }

    /// Deletes a learner's library, and imports another one, whose only slots are these.
    func replaceLibrary(of learner: LearnerID, by slots: [Slot]) {
        content.withLock { content in
            content.slots[learner] = Dictionary(uniqueKeysWithValues: slots.map { ($0.number, $0) })
            content.holders[learner] = slots.first.map { Holder(node: "", claim: $0.term) }
        }
    }

    func setDown(_ isDown: Bool) { content.withLock { $0.isDown = isDown } }

    private func use<Result>(
        _ body: (inout Content) -> Result
    ) throws(FleetError) -> Result {
        try content.withLock { content throws(FleetError) in
            guard !content.isDown else { throw .unavailable(reason: "it is down") }
            return body(&content)
        }
    }

    // MARK: - The log

    private struct Session: SlotSession {
        let store: MemoryStore

        func insert(_ slot: Slot, of learner: LearnerID) -> SlotWrite.Answer {
            let answer = try? store.use { content -> SlotWrite.Answer in
                guard content.slots[learner]?[slot.number] == nil else { return .taken }
                let before = content.slots[learner]?[slot.number - 1]
                let isNext = before.map { slot.kind == .claim || $0.term == slot.term }
                guard isNext ?? (slot.number == 1) else { return .gap }
                content.slots[learner, default: [:]][slot.number] = slot
                return .done
            }
            return answer ?? .silence
        }

        func look(for slot: Slot, of learner: LearnerID) -> SlotWrite.Answer {
            let answer = try? store.use { content -> SlotWrite.Answer in
                guard let found = content.slots[learner]?[slot.number] else { return .nothing }
                return found == slot ? .own : .another
            }
            return answer ?? .silence
        }

        func confirm(_ learner: LearnerID) -> SlotWrite.Answer {
            (try? store.use { _ in SlotWrite.Answer.done }) ?? .silence
        }
    }

    func session(by deadline: Instant) throws(FleetError) -> any SlotSession {
        try use { _ in }
        return Session(store: self)
    }

    func slots(of learner: LearnerID, from number: Int64) throws(FleetError) -> [Slot] {
        try use { content in
            content.slotReads += 1
            return (content.slots[learner] ?? [:]).values.filter { $0.number >= number }
                .sorted { $0.number < $1.number }
        }
    }

    func lastNumber(of learner: LearnerID) throws(FleetError) -> Int64 {
        try use { $0.slots[learner]?.keys.max() ?? 0 }
    }

    func deleteSlots(of learner: LearnerID, before number: Int64) throws(FleetError) {
        try use { content in
            content.slots[learner] = content.slots[learner]?.filter { $0.key >= number }
        }
    }

    // MARK: - Files

    func put(
        _ bytes: [UInt8],
        part: Int64,
        through last: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) {
        let isDone = try use { content in
            content.puts += 1
            let others = content.pieces.keys.count {
                $0.learner == learner && $0.digest == digest && $0.part > 0
            }
            if content.room == 0 || part == 0 && others != last { return false }
            content.room = content.room.map { $0 - 1 }
            content.pieces[Key(learner: learner, digest: digest, part: part)] = bytes
            return true
        }
        if !isDone { throw .unavailable(reason: "it takes nothing") }
    }

    enum Damage: CaseIterable {
        /// Only its first bytes are left, which are no piece.
        case cut
        /// One of its bits is another one.
        case changed
        /// An earlier version has stored it, without a checksum, and with another byte in its content.
        case replaced

        func done(to piece: [UInt8]) -> [UInt8] {
            switch self {
            case .cut: return Array(piece.prefix(3))
            case .changed:
                var piece = piece
                piece[piece.count - 1] ^= 1
                return piece
            case .replaced:
                guard var bytes = try? Zstd.decompress(piece, named: "piece", limit: 1 << 20),
                    !bytes.isEmpty
                else { return piece }
                bytes[bytes.count / 2] ^= 1
                return Zstd.compress(bytes)
            }
        }
    }

    /// Damages all stored pieces.
    func damagePieces(_ damage: Damage) {
        content.withLock { $0.pieces = $0.pieces.mapValues { damage.done(to: $0) } }
    }

    func piece(
        _ part: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) -> [UInt8]? {
        try use { $0.pieces[Key(learner: learner, digest: digest, part: part)] }
    }

    func hasPiece(
        _ part: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) -> Bool {
        try piece(part, of: digest, for: learner) != nil
    }

    func removePieces(
        of digest: [UInt8],
        for learner: LearnerID,
        heldBy holder: Holder
    ) throws(FleetError) {
        if try self.holder(of: learner) == holder { try deletePieces(of: digest, for: learner) }
    }

    func deleteInterruptedUploads(
        of learner: LearnerID,
        heldBy holder: Holder
    ) throws(FleetError) {
        try use { content in
            guard content.holders[learner] == holder else { return }
            let whole = Set(content.pieces.keys.filter { $0.part == 0 }.map(\.digest))
            content.pieces = content.pieces.filter {
                $0.key.learner != learner || whole.contains($0.key.digest)
            }
        }
    }

    func deletePieces(of digest: [UInt8], for learner: LearnerID) throws(FleetError) {
        try use { content in
            content.pieces = content.pieces.filter {
                $0.key.learner != learner || $0.key.digest != digest
            }
        }
    }

    func size(for learner: LearnerID) throws(FleetError) -> Int {
        try use { content in
            content.pieces.filter { $0.key.learner == learner }.reduce(0) { $0 + $1.value.count }
        }
    }

    func snapshots(of learner: LearnerID) throws(FleetError) -> [Snapshot] {
        try use { ($0.snapshots[learner] ?? []).sorted { $0.number > $1.number } }
    }

    func add(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError) {
        try use { content in
            content.snapshots[learner, default: []].removeAll { $0.number == snapshot.number }
            content.snapshots[learner, default: []].append(snapshot)
        }
    }

    func delete(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError) {
        try use { $0.snapshots[learner]?.removeAll { $0.number == snapshot.number } }
    }

    // MARK: - Holders and nodes

    func holder(of learner: LearnerID) throws(FleetError) -> Holder? {
        try use { $0.holders[learner] }
    }

    func replace(
        _ before: Holder?,
        by holder: Holder,
        of learner: LearnerID
    ) throws(FleetError) -> Bool {
        try use { content in
            guard [before, holder].contains(content.holders[learner]) else { return false }
            content.holders[learner] = holder
            return true
        }
    }

    func all() throws(FleetError) -> [NodeRow] {
        try use { content in
            var nodes = content.nodes
            if let frozen = content.frozen, pthread_equal(frozen.thread, pthread_self()) == 0 {
                nodes = frozen.nodes
            }
            return nodes.values.sorted { $0.name < $1.name }
        }
    }

    func replace(_ before: NodeRow?, by row: NodeRow) throws(FleetError) -> Bool {
        try use { content in
            let found = content.nodes[row.name]
            let isBefore = found?.process == before?.process && found?.beat == before?.beat
            guard isBefore || found == row else { return false }
            content.nodes[row.name] = row
            return true
        }
    }
}
