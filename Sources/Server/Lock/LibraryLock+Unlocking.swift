import Library
import Notes
import Pages
import Threads
package import Vault

extension LibraryLock {
    /// Tries a key, opens the library with it, and returns the secret of a session.
    ///
    /// - Parameter session: One that the browser has already; nil begins a new one.
    package func unlock(
        _ attempt: UnlockCredential,
        by client: UnlockClient,
        admitting session: String? = nil
    ) throws(LockFailure) -> String {
        let opened = try tried(attempt, by: client, as: .unlocked)
        try takeTurn()
        defer { endTurn() }
        try open(with: opened)
        return browsers.admit(session)
    }

    /// Tries a key before a change that a session alone does not permit.
    func confirm(_ attempt: UnlockCredential, by client: UnlockClient) throws(LockFailure) {
        _ = try tried(attempt, by: client, as: nil)
    }

    /// The passkey whose owner has signed a challenge for this purpose just now.
    func passkey(
        signing assertion: PasskeyAssertion,
        for purpose: PasskeyChallenges.Purpose,
        at relyingParty: RelyingParty
    ) throws(LockFailure) -> Passkey {
        try throttle.passkey(
            signing: assertion,
            for: purpose,
            at: relyingParty,
            at: clock.now().milliseconds
        )
    }

    /// What a passkey has to sign for a purpose; nil where none would work.
    func question(
        for purpose: PasskeyChallenges.Purpose,
        at relyingParty: RelyingParty?
    ) -> PasskeyRequestOptions? {
        guard let relyingParty, let slots = try? slots() else { return nil }
        let passkeys = slots.compactMap { slot in
            if case .passkey(let passkey) = slot.means, passkey.relyingParty == relyingParty.id {
                passkey
            } else {
                nil
            }
        }
        let challenge = challenges.draw(for: purpose)
        return PasskeyRequestOptions(challenge, at: relyingParty, of: passkeys)
    }

    private var throttle: UnlockThrottle {
        UnlockThrottle(ofLibrary: path, record: recordFile, challenges: challenges)
    }

    /// Only one passphrase is tried at a time; a stranger's is refused meanwhile, and everybody else's waits its turn.
    private func tried(
        _ attempt: UnlockCredential,
        by client: UnlockClient,
        as event: LockEvent.Kind?
    ) throws(LockFailure) -> UnlockThrottle.Opened {
        let moment = clock.now().milliseconds
        guard attempt.isGuessable else {
            return try throttle.open(attempt, by: client, as: event, at: moment)
        }
        try takeTurn(waits: client == .command || recordFile.read().knows(client))
        defer { endTurn() }
        let turn = host?.turn()
        defer { withExtendedLifetime(turn) {} }
        return try throttle.open(attempt, by: client, as: event, at: moment)
    }

    /// Keeps others from trying a passphrase and from writing the file of the keys.
    private func takeTurn(waits: Bool = true) throws(LockFailure) {
        status.withLock { $0.waiting += waits ? 1 : 0 }
        defer { status.withLock { $0.waiting -= waits ? 1 : 0 } }
        let deadline = Instant.now + (waits ? Self.longestTurn : .zero)
        // Nobody who may wait is overtaken by somebody who may not.
        try status.withLock(
            when: { !$0.isTrying && (waits || $0.waiting == 0) },
            orAt: deadline
        ) { status throws(LockFailure) in
            switch status.phase {
            case .plain: throw .vault(.notSealed(path: path))
            case .closing: throw .busy
            case .locked, .unlocked: break
            }
            guard !status.isTrying, waits || status.waiting == 0 else { throw .busy }
            status.isTrying = true
        }
    }

    private func endTurn() { status.withLock { $0.isTrying = false } }

    /// More than anybody's attempt takes, however slow the machine.
    private static let longestTurn = Duration.seconds(60)

    private func open(with opened: UnlockThrottle.Opened) throws(LockFailure) {
        let use = LastUse(at: clock.now())
        // The keys may have been changed since they were read.
        var ring = self.ring ?? opened.ring
        do throws(VaultError) { try ring.record(opened.use) } catch { throw .vault(error) }
        // A full disk must not lock anyone out.
        try? KeyFile(ofLibrary: path).write(ring.ring)
        let locked: LockedLibrary? = status.withLock { status in
            status.lastUse = use
            switch status.phase {
            case .locked(let locked):
                status.isOpening = true
                return locked
            case .unlocked(let library, _): status.phase = .unlocked(library, ring)
            case .plain, .closing: break
            }
            return nil
        }
        guard let locked, let host else { return }
        defer { status.withLock { $0.isOpening = false } }
        do throws(LibraryError) {
            let library = try host.unlock(locked, ring.key)
            status.withLock { ($0.phase, $0.failure) = (.unlocked(library, ring), nil) }
            host.becameNeeded()
        } catch {
            report("cannot open the library: \(error)")
            throw LockFailure(error, during: .opening)
        }
        Thread.start { self.lockWhenIdle() }
    }

    /// Whether a key was right before in a browser that shows one of these tokens.
    func knows(_ tokens: [String]) -> Bool {
        recordFile.read().knows(UnlockClient(at: "", showing: tokens))
    }

    /// Lets a browser in which a key was right be known by a token.
    func meet(_ token: String) { recordFile.meet(token, at: clock.now().milliseconds) }

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
        // Unlocking writes the same file.
        try takeTurn()
        defer { endTurn() }
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
