package import Library
package import Notes
internal import Threads

/// A library that this node holds: the end of its log, to which nobody else appends.
package final class HeldLibrary: LibraryLog {
    private struct State {
        /// The number of the next slot.
        var next: Int64
        /// Whether the log may have what the file lacks, or another holder, so that it has to be opened again.
        var isBroken = false
        /// When PostgreSQL said last that this is the holder.
        var confirmed = BootTime.now
        var snapshots = SnapshotSchedule()
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
    /// Locked while a medium is deleted, because a deletion under way is not fenced as an append is.
    private let isReleased = Locked(false)
    /// How many files are being stored.
    ///
    /// Locked while what remains of interrupted uploads is deleted.
    private let uploads = Locked(0)

    private static let partSize = 1 << 20
    /// How long it is believed to be the holder that nobody has become the holder of another library of the learner.
    ///
    /// Longer than learners take for most answers, because an append confirms it anyway.
    private static let trust = Duration.seconds(20)

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

    /// Whether the holder's row has to be read again before the library is used: its learner may have been deleted and imported again.
    func isDoubtful(at now: BootTime) -> Bool {
        state.withLock { $0.confirmed + Self.trust < now }
    }

    /// Learns who the holder was at a moment.
    func confirm(_ holder: Holder?, at moment: BootTime) {
        state.withLock { state in
            if holder == claim { state.confirmed = moment } else { state.isBroken = true }
        }
    }

    var lastNumber: Int64 { state.withLock { $0.next - 1 } }

    /// Waits until no medium is being deleted; from then on, none is.
    func release() { isReleased.withLock { $0 = true } }

    func begin(with library: Library, slots: Int64, bytes: Int) {
        state.withLock { state in
            state.library = library
            state.snapshots.restart(slots: slots, bytes: bytes)
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
        let digest = try translating { () throws(FleetError) in try put(fileAt: path) }
        _ = try write(.snapshot, SnapshotBody(nonce: nonce, digest: digest).bytes, isLast: true)
        state.withLock { $0.snapshots.restart() }
        do throws(FleetError) {
            // Only now: a number without its slot may yet be another's.
            try node.keep(Snapshot(number: number, digest: digest), of: learner)
        } catch {
            // The slot says the same.
            node.report("a snapshot of learner \(learner.rawValue) was not recorded: \(error)")
        }
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
                state.confirmed = .now
                state.snapshots.add(bytes: body.count)
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
            guard let library = state.library, state.snapshots.begin(at: .now) else { return nil }
            return library
        }
        guard let library else { return }
        node.work.add { [weak self, weak library] in
            guard let self, let library else { return }
            do {
                try self.makeSnapshot(of: library)
                self.state.withLock { $0.snapshots.end(at: .now, succeeded: true) }
            } catch {
                self.state.withLock { $0.snapshots.end(at: .now, succeeded: false) }
                self.node.report("no snapshot of learner \(self.learner.rawValue): \(error)")
            }
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
        let latest = try node.files.snapshots(of: learner).first?.number ?? 0
        if latest < number {
            let digest = try put(fileAt: path)
            // Another holder may have deleted the pieces that were there before the first one, as those of an interrupted upload.
            guard try node.holders.holder(of: learner) == claim else { throw FleetError.elsewhere }
            try node.keep(Snapshot(number: number, digest: digest), of: learner)
        }
        state.withLock { $0.snapshots.restart(slots: $0.next - 1 - max(latest, number)) }
    }

    // MARK: - Uploads

    /// Stores a whole library.
    private func put(fileAt path: String) throws(FleetError) -> [UInt8] {
        try uploading { () throws(FleetError) in
            try StoredFile(node.files, of: learner).put(fileAt: path, checking: checkMayUpload)
        }
    }

    private func uploading<Result>(
        _ body: () throws(FleetError) -> Result
    ) throws(FleetError) -> Result {
        uploads.withLock { $0 += 1 }
        defer { uploads.withLock { $0 -= 1 } }
        return try body()
    }

    /// Fails where another node may be the one that stores files.
    private func checkMayUpload() throws(FleetError) {
        guard node.hasLease, isCurrent, !isReleased.withLock({ $0 }) else { throw .noLease }
    }

    /// Deletes the pieces of files that were not stored to the end: nobody reads them, and they count towards the quota.
    func deleteInterruptedUploads() {
        do throws(FleetError) {
            try isReleased.withLock { isReleased throws(FleetError) in
                try uploads.withLock { uploads throws(FleetError) in
                    guard !isReleased, uploads == 0, node.hasLease, isCurrent else { return }
                    try node.files.deleteInterruptedUploads(of: learner, heldBy: claim)
                }
            }
        } catch {
            node.report(
                "pieces of interrupted uploads of learner \(learner.rawValue) were not deleted: \(error)"
            )
        }
    }

    // MARK: - Media

    package func put(_ bytes: [UInt8], under hash: MediaHash) throws(LibraryError) {
        try checkHeld()
        try translating { () throws(FleetError) in
            let file = StoredFile(node.files, of: learner)
            guard try !file.contains(hash.bytes, size: bytes.count) else { return }
            try uploading { () throws(FleetError) in
                try file.put(bytes, under: hash.bytes, checking: checkMayUpload)
            }
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
                try node.files.removePieces(of: hash.bytes, for: learner, heldBy: claim)
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
