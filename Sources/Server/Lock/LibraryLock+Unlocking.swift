import Library
import Notes
import Threads
package import Vault

extension LibraryLock {
    /// Tries a key, opens the library with it, and returns the secret of a new session.
    package func unlock(_ attempt: UnlockCredential) throws(LockFailure) -> String {
        try beginTrying()
        defer { endTrying() }
        let trial = UnlockThrottle(ofLibrary: path, record: recordFile, challenges: challenges)
        let ring = try trial.open(attempt, at: clock.now().milliseconds)
        try open(with: ring)
        return browsers.admit()
    }

    /// Only one key is tried at a time.
    private func beginTrying() throws(LockFailure) {
        try status.withLock { status throws(LockFailure) in
            switch status.phase {
            case .plain: throw .vault(.notSealed(path: path))
            case .closing: throw .busy
            case .locked, .unlocked: break
            }
            guard !status.isTrying else { throw .busy }
            status.isTrying = true
        }
    }

    private func endTrying() { status.withLock { $0.isTrying = false } }

    private func open(with ring: OpenKeyRing) throws(LockFailure) {
        let use = LastUse(at: clock.now())
        let locked: LockedLibrary? = status.withLock { status in
            status.lastUse = use
            switch status.phase {
            case .locked(let locked): return locked
            case .unlocked(let library, _): status.phase = .unlocked(library, ring)
            case .plain, .closing: break
            }
            return nil
        }
        guard let locked, let host else { return }
        do throws(LibraryError) {
            let library = try host.unlock(locked, ring.key)
            status.withLock { ($0.phase, $0.failure) = (.unlocked(library, ring), nil) }
        } catch {
            report("cannot open the library: \(error)")
            throw LockFailure(error, during: .opening)
        }
        Thread.start { self.lockWhenIdle() }
    }

    // MARK: - Changes

    /// Changes the ways to unlock and records it; refused while the library is locked.
    ///
    /// - Parameters:
    ///   - kind: What is recorded.
    ///   - slot: The slot that is changed, unless it is a new one.
    ///   - body: Changes the ring; if it throws nothing is changed.
    package func changeKeys<Outcome>(
        _ kind: LockEvent.Kind,
        slot: KeySlotID? = nil,
        _ body: (inout OpenKeyRing) throws -> Outcome
    ) throws -> Outcome {
        // Trying a key writes the same file.
        try beginTrying()
        defer { endTrying() }
        guard var ring else { throw LockFailure.busy }
        let before = Set(ring.ring.slots.map(\.id))
        let kinds = Dictionary(uniqueKeysWithValues: ring.ring.slots.map { ($0.id, $0.kind) })
        let outcome = try body(&ring)
        try KeyFile(ofLibrary: path).write(ring.ring)
        status.withLock { status in
            if case .unlocked(let library, _) = status.phase {
                status.phase = .unlocked(library, ring)
            }
        }
        let added = ring.ring.slots.first { !before.contains($0.id) }
        record(kind, means: added?.kind ?? slot.flatMap { kinds[$0] }, slot: slot ?? added?.id)
        return outcome
    }
}
