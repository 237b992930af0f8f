/// Limits and records attempts to unlock a library.
package struct UnlockThrottle: Sendable {
    /// The ring that a key opened, and how.
    package struct Opened: Sendable {
        package var ring: OpenKeyRing
        package let use: KeyUse
    }

    private let path: String
    private let file: String
    private let record: LockRecordFile
    private let challenges: PasskeyChallenges

    /// - Parameters:
    ///   - file: The sealed file that the keys must belong to, if it is not the library.
    ///   - challenges: The challenges that passkeys may answer.
    package init(
        ofLibrary path: String,
        opening file: String? = nil,
        record: LockRecordFile,
        challenges: PasskeyChallenges = PasskeyChallenges()
    ) {
        self.path = path
        self.file = file ?? path
        self.record = record
        self.challenges = challenges
    }

    /// Tries a credential; only passphrases, which can be guessed, are counted and have to wait.
    ///
    /// Intentionally slow for passphrases; run one at a time, because each attempt fills 256 MiB.
    ///
    /// - Parameter event: What is recorded if it is right.
    package func open(
        _ attempt: UnlockCredential,
        by client: UnlockClient,
        as event: LockEvent.Kind? = .unlocked,
        at moment: Int64
    ) throws(LockFailure) -> Opened {
        guard attempt.isGuessable else {
            return try recording(attempt, as: event, at: moment) { _ in }
        }
        // Counted first, so that killing the program during the attempt gains nothing.
        let (counter, before) = try record.change {
            record throws(LockFailure) -> (LockRecord.Counter?, LockRecord) in
            record.adjustToClock(at: moment)
            let before = record
            guard let counter = record.counter(for: client, at: moment) else {
                return (nil, before)
            }
            let wait = record.wait(of: counter, at: moment)
            guard wait == 0 else { throw .tooManyTries(wait: wait) }
            record.beginTry(of: counter, at: moment)
            return (counter, before)
        }
        return try recording(attempt, as: event, at: moment) { outcome in
            guard let counter else { return }
            record.change { record in
                switch outcome {
                case .right: record.forgetTries(of: counter, at: moment)
                case .wrong: break
                case .untried: record.forgetTry(of: counter, as: before)
                }
            }
        }
    }

    private enum Outcome {
        case right, wrong
        /// The key is not why it failed.
        case untried
    }

    private func recording(
        _ attempt: UnlockCredential,
        as event: LockEvent.Kind?,
        at moment: Int64,
        _ count: (Outcome) -> Void
    ) throws(LockFailure) -> Opened {
        do throws(LockFailure) {
            let opened = try reading { () throws in try open(attempt, at: moment) }
            count(.right)
            if let event {
                let slot = opened.use.slot
                record.add(LockEvent(event, at: moment, means: attempt.means, slot: slot))
            }
            return opened
        } catch {
            count(error.isOfKey ? .wrong : .untried)
            if error.isOfKey { record.add(LockEvent(.refused, at: moment, means: attempt.means)) }
            throw error
        }
    }

    /// The passkey whose owner has signed a challenge for this purpose just now.
    package func passkey(
        signing assertion: PasskeyAssertion,
        for purpose: PasskeyChallenges.Purpose,
        at relyingParty: RelyingParty,
        at moment: Int64
    ) throws(LockFailure) -> Passkey {
        do throws(LockFailure) {
            return try reading { () throws in
                try signer(of: assertion, in: keys(), for: purpose, at: relyingParty).passkey
            }
        } catch {
            record.add(LockEvent(.refused, at: moment, means: .passkey))
            throw error
        }
    }

    private func reading<Outcome>(_ body: () throws -> Outcome) throws(LockFailure) -> Outcome {
        do { return try body() } catch let error as VaultError {
            throw .vault(error)
        } catch let error as PasskeyError {
            throw .passkey(error)
        } catch {
            throw .unfinished(UnfinishedWork(.opening, .other))
        }
    }

    private func keys() throws -> KeyRing {
        try KeyFile(ofLibrary: path).read(for: SealedPrefix(at: file).vault)
    }

    private func open(_ attempt: UnlockCredential, at moment: Int64) throws -> Opened {
        let keys = try keys()
        var signCount: UInt32?
        var ring: OpenKeyRing
        switch attempt {
        case .passphrase(let passphrase): ring = try keys.open(with: passphrase)
        case .recovery(let code): ring = try keys.open(with: code)
        case .passkey(let assertion, let secret, let relyingParty):
            let signer = try signer(
                of: assertion,
                in: keys,
                for: .unlocking,
                at: relyingParty
            )
            signCount = signer.count
            ring = try keys.open(signer.slot, with: secret)
        }
        guard let slot = ring.openedBy else { throw VaultError.noSuchSlot }
        let use = KeyUse(slot: slot, signCount: signCount, moment: moment)
        try ring.record(use)
        return Opened(ring: ring, use: use)
    }

    private func signer(
        of assertion: PasskeyAssertion,
        in keys: KeyRing,
        for purpose: PasskeyChallenges.Purpose,
        at relyingParty: RelyingParty
    ) throws(PasskeyError) -> (slot: KeySlotID, passkey: Passkey, count: UInt32) {
        let known = keys.passkeys(at: relyingParty.id)
            .first { $0.passkey.credential == assertion.credential }
        guard let known else { throw .otherCredential }
        let count = try assertion.check(
            known.passkey,
            at: relyingParty,
            answering: challenges,
            for: purpose
        )
        return (known.slot, known.passkey, count)
    }
}

/// One use of a slot, which its ring records.
package struct KeyUse: Hashable, Sendable {
    package let slot: KeySlotID
    /// The signature counter that a passkey reported.
    let signCount: UInt32?
    /// In milliseconds since 1970.
    let moment: Int64
}
