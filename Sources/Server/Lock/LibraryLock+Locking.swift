package import Library
import Notes
import Threads
package import Vault

extension LibraryLock {
    /// Locks the library: requests being answered are finished, then the process restarts without the key.
    ///
    /// Returns at once; from then on nobody else is admitted. Does nothing while the library is locked.
    package func lock(_ kind: LockEvent.Kind = .locked) {
        guard ring != nil else { return }
        close { _, _ throws(LibraryError) in
            self.record(kind)
        }
    }

    /// Gives the library a lock, changes its key, or removes the lock; then it is locked, or open for everybody.
    ///
    /// Returns at once: `state` and `lastFailure` tell how it goes on. Where sealing fails the library is open as before.
    ///
    /// - Parameter browser: The token by which the browser that wants it will be known.
    /// - Returns: Whether the change has begun; another browser may have been faster.
    @discardableResult
    package func begin(_ change: SealChange, in browser: String? = nil) -> Bool {
        close(for: change.kind) { path, progress throws(LibraryError) in
            try Library.change(at: path, change, progress: progress)
            if let kind = change.event { self.record(kind) }
            if let browser { self.meet(browser) }
        }
    }

    /// Closes the library as the program ends.
    package func end() throws(LibraryError) {
        let phase = status.withLock { status in
            defer { status.phase = .closing }
            return status.phase
        }
        switch phase {
        case .plain(let library): try library.close()
        case .unlocked(let library, _):
            try library.close()
            record(.locked)
        case .locked(let library): library.close()
        case .closing: break
        }
    }

    /// Admits nobody any more, waits for the requests being answered, closes the library, works on its files, and restarts.
    ///
    /// - Parameter kind: The work on its files; nil where it is only locked.
    /// - Returns: False where the library is closed already, or to be sealed and sealed already.
    @discardableResult
    private func close(
        for kind: UnfinishedWork.Kind? = nil,
        _ work:
            @escaping @Sendable (
                _ path: String,
                _ progress: (Double) -> Void
            ) throws(LibraryError) -> Void
    ) -> Bool {
        guard let host else { return false }
        let closing: (Library, isSealed: Bool)? = status.withLock { status in
            let open: (library: Library, isSealed: Bool)
            switch status.phase {
            case .plain(let library): open = (library, false)
            case .unlocked(let library, _): open = (library, true)
            case .locked, .closing: return nil
            }
            guard open.isSealed != (kind == .sealing) else { return nil }
            status.phase = .closing
            (status.share, status.failure) = (0, nil)
            return open
        }
        guard let (library, isSealed) = closing else { return false }
        browsers.removeAll()
        if kind != nil { host.becameNeeded() }
        Thread.start {
            self.waitForLeases()
            do throws(LibraryError) {
                try library.close()
                try work(self.path) { share in self.status.withLock { $0.share = share } }
            } catch {
                self.report("cannot change the lock: \(error)")
                let failure = kind.map { LockFailure(error, during: $0) }
                self.status.withLock { $0.failure = failure }
                if !isSealed, self.reopen(host) { return }
            }
            self.status.withLock { $0.isDone = true }
            host.restart()
        }
        return true
    }

    /// Reopens a library that could not be sealed; false where that fails too.
    private func reopen(_ host: Host) -> Bool {
        guard let library = try? host.open(path) else { return false }
        status.withLock { ($0.phase, $0.share) = (.plain(library), nil) }
        return true
    }

    /// Requests that take longer find the library closed; their writes fail, as in a power cut.
    private func waitForLeases() {
        let deadline = Instant.now + .seconds(10)
        status.withLock(when: { $0.leases == 0 }, orAt: deadline) { _ in }
    }

    /// Locks the library when it has been idle for as long as the settings say; runs in a thread while it is open.
    func lockWhenIdle() {
        while let (library, lastUse, isBusy) = opened() {
            let minutes = (try? library.settings().lockMinutes) ?? StudySettings().lockMinutes
            let limit = host?.lockAfter ?? minutes * 60
            if limit > 0, !isBusy, lastUse.isPast(limit, at: clock.now()) {
                lock(.idle)
                return
            }
            // The setting may change at any moment.
            let next = Instant.now + .milliseconds(min(5_000, max(200, limit * 100)))
            status.withLock(when: { !$0.isUnlocked }, orAt: next) { _ in }
        }
    }

    private func opened() -> (Library, LastUse, isBusy: Bool)? {
        status.withLock { status in
            guard case .unlocked(let library, _) = status.phase else { return nil }
            return (library, status.lastUse, status.leases > 0)
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

    /// What is recorded; a library without a lock has no record.
    fileprivate var event: LockEvent.Kind? {
        switch self {
        case .seal: .sealed
        case .reseal: .resealed
        case .unseal: nil
        }
    }
}

extension LockFailure {
    /// Explains a failure by what the learner can do about it.
    init(_ error: LibraryError, during kind: UnfinishedWork.Kind) {
        let reason: UnfinishedWork.Reason
        switch error {
        case .newerVersion(let path):
            self = .vault(.newerVersion(path: path))
            return
        case .diskFull: reason = .diskFull
        case .cannotOpen: reason = .unavailable
        case .damaged(let path, _): reason = .damaged(path: path)
        default: reason = .other
        }
        self = .unfinished(UnfinishedWork(kind, reason))
    }
}

/// When the library was last used, by two clocks: one stops while the machine sleeps, the other may be set.
struct LastUse {
    private let instant = Instant.now
    private let moment: Moment

    init(at moment: Moment) { self.moment = moment }

    /// Whether so many seconds have passed since, by either clock.
    func isPast(_ seconds: Int, at now: Moment) -> Bool {
        instant + .seconds(seconds) <= .now
            || now.milliseconds - moment.milliseconds >= Int64(seconds) * 1000
    }
}
