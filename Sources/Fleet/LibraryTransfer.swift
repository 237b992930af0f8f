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
        for hash in try library.mediaHashes() {
            guard let bytes = try library.media(hash) else { continue }
            try StoredFile(store, of: learner).put(bytes, under: hash.bytes)
        }
        try library.copyForSharing(to: path)
        let claim = Holder(node: "", claim: 1)
        guard try store.replace(nil, by: claim, of: learner) else {
            throw FleetError.unfit(
                reason: "learner \(learner.rawValue) has a library in the fleet already"
            )
        }
        let nonce = SnapshotBody.newNonce
        try Library.setSharedMark(
            Slot(number: 2, term: 1, kind: .snapshot, body: nonce).mark,
            inFileAt: path
        )
        let digest = try StoredFile(store, of: learner).put(fileAt: path)
        let slots = [
            Slot(number: 1, term: 1, kind: .claim, body: []),
            Slot(
                number: 2,
                term: 1,
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

    /// Writes a learner's library with its pictures and sounds to a new file; false if there is none in the fleet.
    ///
    /// - Parameter open: Opens the file.
    package func write(
        _ learner: LearnerID,
        to path: String,
        by open: (String) throws -> Library
    ) throws -> Bool {
        let last = try store.lastNumber(of: learner)
        guard let base = try LibraryBase(of: learner, through: last, store, store) else {
            return false
        }
        try base.write(to: path)
        let library = try open(path)
        do {
            try base.check(library)
            if let end = base.rest.slots.last {
                try library.apply(base.rest.bodies, upTo: end.mark)
            }
            for hash in try library.mediaHashes() {
                let bytes = try StoredFile(store, of: learner)
                    .content(of: hash.bytes, limit: 256 << 20)
                if let bytes { _ = try library.storeMedia(bytes) }
            }
        } catch {
            try? library.close()
            throw error
        }
        try library.close()
        return true
    }

    package func delete(_ learner: LearnerID) throws(FleetError) {
        for snapshot in try store.snapshots(of: learner) {
            try store.delete(snapshot, of: learner)
        }
        try store.deleteAllPieces(for: learner)
        try store.deleteSlots(of: learner, before: .max)
    }
}
