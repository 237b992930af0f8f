/// Tries keys on a library's lock: not too many in a row, and none of them unseen.
public struct UnlockTrial: Sendable {
    private let path: String
    private let file: String
    private let record: LockRecordFile
    private let challenges: PasskeyChallenges

    /// For the library at a path.
    ///
    /// - Parameters:
    ///   - file: The sealed file that the keys have to belong to, where it is another than the library.
    ///   - challenges: What passkeys were asked.
    public init(
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

    /// Tries one; what it opens is kept as used.
    ///
    /// As slow as the key was made; one at a time, for each fills 256 MiB on purpose.
    public func open(
        _ attempt: UnlockAttempt,
        at moment: Int64
    ) throws(LockFailure) -> OpenKeyRing {
        // Counted before it is made, so that ending the program in the middle of it gains nothing.
        let before = try record.change { record throws(LockFailure) in
            record.settle(at: moment)
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
        _ attempt: UnlockAttempt,
        at moment: Int64
    ) throws(LockFailure) -> OpenKeyRing {
        do {
            let keys = KeyFile(ofLibrary: path)
            let ring = try keys.read(for: SealedStart(at: file).vault)
            var (opened, signCount) = try open(ring, by: attempt, at: moment)
            if let slot = opened.openedBy {
                try opened.use(slot, signCount: signCount, at: moment)
                // A full disk locks nobody out.
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
        by attempt: UnlockAttempt,
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
