package import Library
import Notes
import Threads
package import Vault

extension LibraryLock {
    /// Locks the library: what is in hand is finished, then Omena begins anew without its key.
    ///
    /// Returns at once; from then on nobody new is let in. A library that is locked already stays so.
    package func lock(_ kind: LockEvent.Kind = .locked) {
        guard ring != nil else { return }
        close { _, _ throws(LibraryError) in
            self.keep(kind)
        }
    }

    /// Gives the library a lock, puts it under another key, or takes it from under its lock; it is locked then, or open for
    /// everybody.
    ///
    /// Returns at once: `state` and `lastFailure` tell how it goes on. Where giving it a lock fails it is open as before.
    /// Says whether that is going to be done: somebody else may have been faster.
    @discardableResult
    package func begin(_ change: SealChange) -> Bool {
        close(for: change.kind) { path, progress throws(LibraryError) in
            try Library.change(at: path, change, progress: progress)
            if let kind = change.event { self.keep(kind) }
        }
    }

    /// Closes the library when the program ends.
    package func end() throws(LibraryError) {
        let door = guardian.withLock {
            defer { self.door = .closing }
            return self.door
        }
        switch door {
        case .plain(let library): try library.close()
        case .unlocked(let library, _):
            try library.close()
            keep(.locked)
        case .locked(let library): library.close()
        case .closing: break
        }
    }

    /// Lets nobody in any more, waits for those inside, closes the library, works on its files, and begins anew.
    ///
    /// Returns false where it is closed already, or being closed, or has a lock that it was to be given.
    ///
    /// - Parameter kind: What is to be done to its files; nil where it is only to be locked.
    @discardableResult
    private func close(
        for kind: UnfinishedWork.Kind? = nil,
        _ work:
            @escaping @Sendable (
                _ path: String,
                _ progress: (Double) -> Void
            ) throws(LibraryError) -> Void
    ) -> Bool {
        guard let surroundings else { return false }
        let closing: (Library, isSealed: Bool)? = guardian.withLock {
            let open: (library: Library, isSealed: Bool)
            switch door {
            case .plain(let library): open = (library, false)
            case .unlocked(let library, _): open = (library, true)
            case .locked, .closing: return nil
            }
            guard open.isSealed != (kind == .sealing) else { return nil }
            door = .closing
            (share, failure) = (0, nil)
            return open
        }
        guard let (library, isSealed) = closing else { return false }
        browsers.removeAll()
        Thread.start {
            self.waitForVisits()
            do throws(LibraryError) {
                try library.close()
                try work(self.path) { share in self.guardian.withLock { self.share = share } }
            } catch {
                self.report("the lock: \(error)")
                let failure = kind.map { LockFailure(error, during: $0) }
                self.guardian.withLock { self.failure = failure }
                if !isSealed, self.reopen(surroundings) { return }
            }
            self.guardian.withLock { self.isDone = true }
            surroundings.startAnew()
        }
        return true
    }

    /// Has a library that could not be given a lock open again, as it was; whether that went well.
    private func reopen(_ surroundings: Surroundings) -> Bool {
        guard let library = try? surroundings.open(path) else { return false }
        guardian.withLock { (door, share) = (.plain(library), nil) }
        return true
    }

    /// What is in hand may take so long; then its writes fail, as if the power were cut.
    private func waitForVisits() {
        let deadline = Instant.now + .seconds(10)
        guardian.withLock {
            while visits > 0, Instant.now < deadline { change.wait(until: deadline) }
        }
    }

    /// Locks the library when nobody has used it for as long as was settled; one thread does it while it is open.
    func watch() {
        while let (library, lastUse, isBusy) = opened() {
            let minutes = (try? library.settings().lockMinutes) ?? StudySettings().lockMinutes
            let patience = surroundings?.lockAfter ?? minutes * 60
            if patience > 0, !isBusy, lastUse.isPast(patience, at: clock.now()) {
                lock(.idle)
                return
            }
            // What was settled may change at any moment.
            let next = Instant.now + .milliseconds(min(5_000, max(200, patience * 100)))
            guardian.withLock { _ = change.wait(until: next) }
        }
    }

    private func opened() -> (Library, Use, isBusy: Bool)? {
        guardian.withLock {
            guard case .unlocked(let library, _) = door else { return nil }
            return (library, lastUse, visits > 0)
        }
    }
}

extension SealChange {
    fileprivate var kind: UnfinishedWork.Kind {
        switch self {
        case .seal: .sealing
        case .reseal: .resealing
        case .unseal: .unsealing
        }
    }

    /// What the record keeps; that of a library without a lock is gone.
    fileprivate var event: LockEvent.Kind? {
        switch self {
        case .seal: .sealed
        case .reseal: .resealed
        case .unseal: nil
        }
    }
}

extension LockFailure {
    /// Says what was in the way of some work as a learner can do something about it.
    init(_ error: LibraryError, during kind: UnfinishedWork.Kind) {
        let reason: UnfinishedWork.Reason
        switch error {
        case .newerVersion(let path):
            self = .vault(.newerVersion(path: path))
            return
        case .diskFull: reason = .noRoom
        case .cannotOpen: reason = .unavailable
        case .damaged(let path, _): reason = .damaged(path: path)
        default: reason = .other
        }
        self = .unfinished(UnfinishedWork(kind, reason))
    }
}

/// When a library was used last, by two clocks: one stands still while the machine sleeps, the other may be set.
struct Use {
    private let instant = Instant.now
    private let moment: Moment

    init(at moment: Moment) { self.moment = moment }

    /// Whether so many seconds have passed since, by either clock.
    func isPast(_ seconds: Int, at now: Moment) -> Bool {
        instant + .seconds(seconds) <= .now
            || now.milliseconds - moment.milliseconds >= Int64(seconds) * 1000
    }
}
