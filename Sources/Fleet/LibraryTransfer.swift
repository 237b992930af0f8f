package import Library
internal import Notes
internal import Threads

/// Takes libraries into a fleet, and out of it, while no node serves them.
package struct LibraryTransfer {
    private let store: PostgresStore

    package init(_ store: PostgresStore) { self.store = store }

    /// Whether a learner has a library in the fleet, all of which is there: the slot after its first claim says so.
    package func hasLibrary(_ learner: LearnerID) throws(FleetError) -> Bool {
        try store.lastNumber(of: learner) > 1
    }

    /// Puts a library into the fleet, with its pictures and sounds, as that of a learner who has none there.
    ///
    /// - Parameter path: A new file beside the library.
    package func add(
        _ library: Library,
        as learner: LearnerID,
        through path: String
    ) throws {
        try Library.deleteFiles(of: path)
        defer { try? Library.deleteFiles(of: path) }
        for hash in Set(try library.namedMedia().values) {
            guard let bytes = try library.media(hash) else { continue }
            try StoredFile(store, of: learner).put(bytes, under: hash.bytes)
        }
        try library.copyForSharing(to: path)
        // Random, so that no node that held a deleted library of the learner takes this log for the one it knows.
        let term = Int64.random(in: 1..<1 << 62)
        let claim = try store.holder(of: learner) ?? Holder(node: "", claim: term)
        guard claim.node.isEmpty, try store.replace(nil, by: claim, of: learner) else {
            throw FleetError.unfit(
                reason: "learner \(learner.rawValue) has a library in the fleet already"
            )
        }
        let nonce = SnapshotBody.newNonce
        try Library.setSharedMark(
            Slot(number: 2, term: claim.claim, kind: .snapshot, body: nonce).mark,
            inFileAt: path
        )
        let digest = try StoredFile(store, of: learner).put(fileAt: path)
        let slots = [
            Slot(number: 1, term: claim.claim, kind: .claim, body: []),
            Slot(
                number: 2,
                term: claim.claim,
                kind: .snapshot,
                body: SnapshotBody(nonce: nonce, digest: digest).bytes
            ),
        ]
        for slot in slots {
            let ending = store.write(slot, of: learner, by: .now + .seconds(10))
            guard ending == .done else {
                throw FleetError.unavailable(
                    reason:
                        "slot \(slot.number) of learner \(learner.rawValue) was not written: \(ending)"
                )
            }
        }
        try store.add(Snapshot(number: 2, digest: digest), of: learner)
    }

    /// Writes a learner's library with its pictures and sounds to a new file; nil if there is none in the fleet.
    ///
    /// - Parameter open: Opens the file.
    /// - Returns: The names of pictures and sounds that are not in the fleet, or not whole, and so are not written.
    package func write(
        _ learner: LearnerID,
        to path: String,
        by open: (String) throws -> Library
    ) throws -> [String]? {
        let last = try store.lastNumber(of: learner)
        guard let base = try LibraryBase(of: learner, through: last, store, store) else {
            return nil
        }
        try base.write(to: path)
        do {
            return try finish(path, of: learner, from: base, by: open)
        } catch {
            // Nobody is to take it for the library.
            try? Library.deleteAll(of: path)
            throw error
        }
    }

    private func finish(
        _ path: String,
        of learner: LearnerID,
        from base: LibraryBase,
        by open: (String) throws -> Library
    ) throws -> [String] {
        let library = try open(path)
        let missing: Set<MediaHash>
        let names: [String: MediaHash]
        do {
            try base.check(library)
            if let end = base.rest.slots.last {
                try library.apply(base.rest.bodies, upTo: end.mark)
            }
            names = try library.namedMedia()
            let hashes = Set(names.values)
            for hash in hashes {
                if let bytes = try content(of: hash, learner) { _ = try library.storeMedia(bytes) }
            }
            missing = Set(try library.lackingMedia(among: Array(hashes)))
        } catch {
            try? library.close()
            throw error
        }
        try library.close()
        return names.filter { missing.contains($0.value) }.keys.sorted()
    }

    /// Nil if not all of it is there.
    private func content(of hash: MediaHash, _ learner: LearnerID) throws(FleetError) -> [UInt8]? {
        do throws(FleetError) {
            return try StoredFile(store, of: learner).content(of: hash.bytes, limit: 256 << 20)
        } catch {
            if case .damaged = error { return nil }
            throw error
        }
    }

    package func delete(_ learner: LearnerID) throws(FleetError) {
        for snapshot in try store.snapshots(of: learner) {
            try store.delete(snapshot, of: learner)
        }
        try store.deleteAllPieces(for: learner)
        try store.deleteSlots(of: learner, before: .max)
        // Last, because whoever held the library appends nothing to a log without its slots.
        try store.deleteHolder(of: learner)
    }
}
