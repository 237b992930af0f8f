import Library
import Notes
import Threads
package import Vault

extension LibraryLock {
    /// Tries a key, and opens the library with it; a secret that the browser shows from now on.
    package func unlock(_ attempt: UnlockCredential) throws(LockFailure) -> String {
        try beginTrying()
        defer { endTrying() }
        let trial = UnlockThrottle(ofLibrary: path, record: recordFile, challenges: challenges)
        let ring = try trial.open(attempt, at: clock.now().milliseconds)
        try open(with: ring)
        return browsers.admit()
    }

    /// One key at a time.
    private func beginTrying() throws(LockFailure) {
        try guardian.withLock { () throws(LockFailure) in
            switch door {
            case .plain: throw .vault(.notSealed(path: path))
            case .closing: throw .busy
            case .locked, .unlocked: break
            }
            guard !isTrying else { throw .busy }
            isTrying = true
        }
    }

    private func endTrying() {
        guardian.withLock {
            isTrying = false
            change.broadcast()
        }
    }

    private func open(with ring: OpenKeyRing) throws(LockFailure) {
        let use = Use(at: clock.now())
        let locked: LockedLibrary? = guardian.withLock {
            lastUse = use
            switch door {
            case .locked(let locked): return locked
            case .unlocked(let library, _): door = .unlocked(library, ring)
            case .plain, .closing: break
            }
            return nil
        }
        guard let locked, let surroundings else { return }
        do throws(LibraryError) {
            let library = try surroundings.unlock(locked, ring.key)
            guardian.withLock { (door, failure) = (.unlocked(library, ring), nil) }
        } catch {
            report("the library cannot be opened: \(error)")
            throw LockFailure(error, during: .opening)
        }
        Thread.start { self.watch() }
    }

    // MARK: - Changes

    /// Changes the ways to unlock, and keeps that; refused while the library is locked.
    ///
    /// - Parameters:
    ///   - kind: What happens, for the record.
    ///   - slot: The way that it happens to, where it is known before.
    ///   - body: Changes them; what it throws changes nothing.
    package func changeKeys<Outcome>(
        _ kind: LockEvent.Kind,
        slot: KeySlotID? = nil,
        _ body: (inout OpenKeyRing) throws -> Outcome
    ) throws -> Outcome {
        // A key that is being tried writes the same file.
        try beginTrying()
        defer { endTrying() }
        guard var ring else { throw LockFailure.busy }
        let before = Set(ring.ring.slots.map(\.id))
        let kinds = Dictionary(uniqueKeysWithValues: ring.ring.slots.map { ($0.id, $0.kind) })
        let outcome = try body(&ring)
        try KeyFile(ofLibrary: path).write(ring.ring)
        guardian.withLock {
            if case .unlocked(let library, _) = door { door = .unlocked(library, ring) }
        }
        let added = ring.ring.slots.first { !before.contains($0.id) }
        keep(kind, means: added?.kind ?? slot.flatMap { kinds[$0] }, slot: slot ?? added?.id)
        return outcome
    }
}
