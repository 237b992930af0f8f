/// Limits and records attempts to unlock a library.
package struct UnlockThrottle: Sendable {
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

    /// Tries a credential and records the use of the slot that it opens.
    ///
    /// Intentionally slow; run one at a time, because each attempt fills 256 MiB.
    package func open(
        _ attempt: UnlockCredential,
        at moment: Int64
    ) throws(LockFailure) -> OpenKeyRing {
        // Counted first, so that killing the program during the attempt gains nothing.
        let before = try record.change { record throws(LockFailure) in
            record.adjustToClock(at: moment)
            let before = record
            guard attempt.isGuessable else { return before }
            let wait = record.wait(at: moment)
            guard wait == 0 else { throw .tooManyTries(wait: wait) }
            record.beginTry(at: moment)
            return before
        }
        do throws(LockFailure) {
            let ring = try ring(attempt, at: moment)
            record.change { record in
                record.forgetTries()
                let slot = ring.openedBy
                record.add(LockEvent(.unlocked, at: moment, means: attempt.means, slot: slot))
            }
            return ring
        } catch {
            record.change { record in
                guard error.isOfKey else { return record.forgetTries(as: before) }
                record.add(LockEvent(.refused, at: moment, means: attempt.means))
            }
            throw error
        }
    }

    private func ring(
        _ attempt: UnlockCredential,
        at moment: Int64
    ) throws(LockFailure) -> OpenKeyRing {
        do {
            let keys = KeyFile(ofLibrary: path)
            let ring = try keys.read(for: SealedPrefix(at: file).vault)
            var (opened, signCount) = try open(ring, by: attempt, at: moment)
            if let slot = opened.openedBy {
                try opened.use(slot, signCount: signCount, at: moment)
                // A full disk must not lock anyone out.
                try? keys.write(opened.ring)
            }
            return opened
        } catch let error as VaultError {
            throw .vault(error)
        } catch let error as PasskeyError {
            throw .passkey(error)
        } catch {
            throw .unfinished(UnfinishedWork(.opening, .other))
        }
    }

    private func open(
        _ ring: KeyRing,
        by attempt: UnlockCredential,
        at moment: Int64
    ) throws -> (OpenKeyRing, signCount: UInt32?) {
        switch attempt {
        case .passphrase(let passphrase): return (try ring.open(with: passphrase), nil)
        case .recovery(let code): return (try ring.open(with: code), nil)
        case .passkey(let assertion, let secret, let relyingParty):
            let known = ring.passkeys(at: relyingParty.id)
                .first { $0.passkey.credential == assertion.credential }
            guard let known else { throw PasskeyError.otherCredential }
            let count = try assertion.check(
                known.passkey,
                at: relyingParty,
                answering: challenges,
                at: moment
            )
            return (try ring.open(known.slot, with: secret), count)
        }
    }
}
