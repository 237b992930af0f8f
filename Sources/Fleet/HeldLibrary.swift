package import Library
package import Notes
internal import Sodium
internal import Threads

/// A library that this node holds: the end of its log, to which nobody else appends.
package final class HeldLibrary: LibraryLog {
    private struct State {
        /// The number of the next slot.
        var next: Int64
        /// Whether the log may have what the file lacks, or another holder, so that it has to be opened again.
        var isBroken = false
        var slotsSinceSnapshot: Int64 = 0
        var bytesSinceSnapshot = 0
        var isSnapshotting = false
        weak var library: Library?
    }

    private let node: FleetNode
    let learner: LearnerID
    let claim: Holder
    /// Which of the node's leases it is from.
    let generation: Int
    private let state: Locked<State>
    /// Whether others may have the library.
    ///
    /// Locked while a medium is deleted, because unlike an append a deletion is not fenced.
    private let isReleased = Locked(false)

    private static let partSize = 1 << 20
    private static let mostSlots: Int64 = 20_000
    private static let mostBytes = 8 << 20

    init(
        _ node: FleetNode,
        _ learner: LearnerID,
        _ claim: Holder,
        generation: Int,
        next: Int64
    ) {
        (self.node, self.learner, self.claim, self.generation) = (node, learner, claim, generation)
        state = Locked(State(next: next))
    }

    /// Whether the library can be used as it is open.
    var isCurrent: Bool { isCurrent(in: node.generation) }

    func isCurrent(in generation: Int) -> Bool {
        self.generation == generation && !state.withLock { $0.isBroken }
    }

    var lastNumber: Int64 { state.withLock { $0.next - 1 } }

    /// Waits until no medium is being deleted; from then on, none is.
    func release() { isReleased.withLock { $0 = true } }

    func begin(with library: Library, slots: Int64, bytes: Int) {
        state.withLock { state in
            state.library = library
            (state.slotsSinceSnapshot, state.bytesSinceSnapshot) = (slots, bytes)
        }
    }

    // MARK: - The log

    package func checkHeld() throws(LibraryError) {
        guard node.hasLease, isCurrent else { throw .unavailable }
    }

    package func append(_ body: [UInt8], answers: Int) throws(LibraryError) -> String {
        try checkHeld()
        var rest = body[...]
        while rest.count > Self.partSize {
            _ = try write(.part, Array(rest.prefix(Self.partSize)), isLast: false)
            rest = rest.dropFirst(Self.partSize)
        }
        let slot = try write(.facts, Array(rest), isLast: rest.count == body.count)
        node.metrics.count { $0.answers += answers }
        makeSnapshotIfNeeded()
        return slot.mark
    }

    package func append(
        fileAt path: String,
        marking mark: (String) throws -> Void
    ) throws {
        try checkHeld()
        let nonce = SnapshotBody.newNonce
        let number = state.withLock { $0.next }
        try mark(
            Slot(number: number, term: claim.claim, kind: .snapshot, body: nonce).mark
        )
        let digest = try translating { () throws(FleetError) in
            try StoredFile(node.files, of: learner).put(fileAt: path)
        }
        _ = try write(.snapshot, SnapshotBody(nonce: nonce, digest: digest).bytes, isLast: true)
        // Only now: a number without its slot may yet be another's.
        node.keep(Snapshot(number: number, digest: digest), of: learner)
        state.withLock { ($0.slotsSinceSnapshot, $0.bytesSinceSnapshot) = (0, 0) }
    }

    package func fileIsBehind() { state.withLock { $0.isBroken = true } }

    /// - Parameter isLast: Whether a failure leaves nothing behind.
    private func write(
        _ kind: Slot.Kind,
        _ body: [UInt8],
        isLast: Bool
    ) throws(LibraryError) -> Slot {
        let number = state.withLock { $0.next }
        let slot = Slot(number: number, term: claim.claim, kind: kind, body: body)
        let start = Instant.now
        node.metrics.count { $0.waiting += 1 }
        let ending = node.log.write(slot, of: learner, by: start + FleetNode.patience)
        let seconds = (Instant.now - start).inSeconds
        node.metrics.count { counts in
            counts.waiting -= 1
            if ending == .done {
                counts.slots += 1
                counts.commits += kind == .part ? 0 : 1
                counts.commitSeconds += seconds
            } else {
                counts.refusedCommits += 1
            }
        }
        state.withLock { state in
            if ending == .done {
                state.next += 1
                state.slotsSinceSnapshot += 1
                state.bytesSinceSnapshot += body.count
            } else if ending != .refused || !isLast {
                state.isBroken = true
            }
        }
        guard ending == .done else {
            node.report("a change of learner \(learner.rawValue) was not saved: \(ending)")
            throw .unavailable
        }
        return slot
    }

    // MARK: - Snapshots

    private func makeSnapshotIfNeeded() {
        let library = state.withLock { state -> Library? in
            guard !state.isSnapshotting,
                state.slotsSinceSnapshot >= Self.mostSlots
                    || state.bytesSinceSnapshot >= Self.mostBytes
            else { return nil }
            state.isSnapshotting = state.library != nil
            return state.library
        }
        guard let library else { return }
        node.work.add { [weak self, weak library] in
            guard let self, let library else { return }
            do {
                try self.makeSnapshot(of: library)
            } catch {
                self.node.report("no snapshot of learner \(self.learner.rawValue): \(error)")
            }
            self.state.withLock { $0.isSnapshotting = false }
        }
    }

    /// Stores the library as it is now.
    func makeSnapshot(of library: Library) throws {
        let path = try library.temporaryFile()
        defer { try? Library.deleteFiles(of: path) }
        try library.copyForSharing(to: path)
        guard let mark = try Library.sharedMark(ofCopy: path),
            let number = Slot.number(ofMark: mark)
        else { return }
        // A bulk import may have stored this state already; a second file of it would never be deleted.
        let latest = try node.files.snapshots(of: learner).first
        guard latest.map({ $0.number < number }) != false else { return }
        let digest = try StoredFile(node.files, of: learner).put(fileAt: path)
        node.keep(Snapshot(number: number, digest: digest), of: learner)
        state.withLock { state in
            state.slotsSinceSnapshot = state.next - 1 - number
            state.bytesSinceSnapshot = 0
        }
    }

    // MARK: - Media

    package func put(_ bytes: [UInt8], under hash: MediaHash) throws(LibraryError) {
        try checkHeld()
        try translating { () throws(FleetError) in
            let file = StoredFile(node.files, of: learner)
            guard try !file.contains(hash.bytes) else { return }
            try file.put(bytes, under: hash.bytes)
        }
    }

    package func content(of hash: MediaHash) throws(LibraryError) -> [UInt8]? {
        try translating { () throws(FleetError) in
            try StoredFile(node.files, of: learner).content(of: hash.bytes, limit: 256 << 20)
        }
    }

    package func contains(_ hash: MediaHash) throws(LibraryError) -> Bool {
        try translating { () throws(FleetError) in
            try StoredFile(node.files, of: learner).contains(hash.bytes)
        }
    }

    package func remove(_ hash: MediaHash) throws(LibraryError) {
        try checkHeld()
        try isReleased.withLock { isReleased throws(LibraryError) in
            guard !isReleased else { throw .unavailable }
            try translating { () throws(FleetError) in
                try node.files.deletePieces(of: hash.bytes, for: learner)
            }
        }
    }

    private func translating<Result>(
        _ body: () throws(FleetError) -> Result
    ) throws(LibraryError) -> Result {
        do throws(FleetError) {
            return try body()
        } catch {
            node.report("learner \(learner.rawValue): \(error)")
            throw .unavailable
        }
    }
}
