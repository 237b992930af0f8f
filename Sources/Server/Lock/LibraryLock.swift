package import Library
import Notes
import Threads
package import Vault

/// The lock of the served library: whether it is open, for which browsers, and when it locks itself.
///
/// A process has one, and every request asks it first. A library without a lock is open for everybody, and can be given
/// one.
package final class LibraryLock: Sendable {
    /// How the process opens a library, and restarts after closing it.
    package struct Host: Sendable {
        /// Opens a library that has no lock.
        package let open: @Sendable (_ path: String) throws(LibraryError) -> Library
        let unlock: @Sendable (LockedLibrary, VaultKey) throws(LibraryError) -> Library
        /// Executes the program again, so that nothing of the library stays in its memory.
        let restart: @Sendable () -> Void
        /// Seconds without use after which the library locks itself, in place of the learner's setting.
        let lockAfter: Int?
        /// Waits until nobody else on the machine tries a passphrase, until what it returns is released.
        let turn: @Sendable () -> (any Sendable)?
        /// Called when ending the process would lock the library, or interrupt work on its files.
        let becameNeeded: @Sendable () -> Void

        package init(
            open: @escaping @Sendable (_ path: String) throws(LibraryError) -> Library,
            unlock: @escaping @Sendable (LockedLibrary, VaultKey) throws(LibraryError) -> Library,
            restart: @escaping @Sendable () -> Void,
            lockAfter: Int? = nil,
            turn: @escaping @Sendable () -> (any Sendable)? = { nil },
            becameNeeded: @escaping @Sendable () -> Void = {}
        ) {
            self.open = open
            self.unlock = unlock
            self.restart = restart
            self.lockAfter = lockAfter
            self.turn = turn
            self.becameNeeded = becameNeeded
        }
    }

    enum Phase {
        /// Without a lock: open for everybody.
        case plain(Library)
        case locked(LockedLibrary)
        /// Open for some browsers.
        case unlocked(Library, OpenKeyRing)
        /// Being closed, or closed.
        case closing
    }

    let path: String
    let clock: Clock
    let host: Host?
    let report: @Sendable (String) -> Void
    let browsers = UnlockedBrowsers()
    let recordFile: LockRecordFile
    let challenges: PasskeyChallenges

    struct Status {
        var phase: Phase
        /// How much of sealing or unsealing is done, from 0 to 1.
        var share: Double?
        var failure: LockFailure?
        var leases = 0
        var lastUse: LastUse
        /// Whether a passphrase is being tried, or the file of the keys is being written.
        var isTrying = false
        /// How many wait until that is over.
        var waiting = 0
        /// Whether a key was right, and the library is being opened with it.
        var isOpening = false
        var isDone = false

        var isUnlocked: Bool { if case .unlocked = phase { true } else { false } }
    }

    let status: Locked<Status>

    private init(
        _ phase: Phase,
        path: String,
        clock: Clock,
        host: Host?,
        failure: LockFailure? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.path = path
        self.clock = clock
        challenges = PasskeyChallenges { clock.uptime().components.seconds * 1_000 }
        self.host = host
        self.report = report
        status = Locked(
            Status(phase: phase, failure: failure, lastUse: LastUse(at: clock.now()))
        )
        recordFile = LockRecordFile(ofLibrary: path)
    }

    /// The lock of a library that is open.
    ///
    /// - Parameter host: Nil where the library cannot be given a lock, as in tests of pages.
    package convenience init(
        _ library: Library,
        clock: Clock,
        host: Host? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            .plain(library),
            path: library.path,
            clock: clock,
            host: host,
            report: report
        )
    }

    /// The lock of a library that is locked.
    ///
    /// - Parameter unfinished: The work that the process before this one did not finish.
    package convenience init(
        _ library: LockedLibrary,
        after unfinished: UnfinishedWork? = nil,
        clock: Clock,
        host: Host,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            .locked(library),
            path: library.path,
            clock: clock,
            host: host,
            failure: unfinished.map { .unfinished($0) },
            report: report
        )
    }

    // MARK: - State

    package var isLockable: Bool {
        status.withLock { status in
            switch status.phase {
            case .plain: false
            case .locked, .unlocked, .closing: true
            }
        }
    }

    /// The state, whichever browser asks.
    package var state: LockState {
        status.withLock { status in
            switch status.phase {
            case .plain, .unlocked: .open
            case .locked: status.isOpening ? .unlocking : .locked
            case .closing: .locking
            }
        }
    }

    /// Whether the library is closed, and the process has to restart.
    package var hasClosed: Bool { status.withLock { $0.isDone } }

    /// Why sealing, resealing, unsealing or opening failed the last time; nil once the library was opened after that.
    package var lastFailure: LockFailure? { status.withLock { $0.failure } }

    /// The same, to be handed on to the process after this one.
    package var unfinished: UnfinishedWork? {
        if case .unfinished(let work) = lastFailure { work } else { nil }
    }

    /// How much of sealing or unsealing is done, from 0 to 1.
    var progress: Double? { status.withLock { $0.share } }

    /// The recorded events, latest first.
    var history: [LockEvent] { recordFile.read().events.reversed() }

    /// The ways to unlock, with their names; nil while the library is locked or has no lock.
    package var ring: OpenKeyRing? {
        status.withLock { if case .unlocked(_, let ring) = $0.phase { ring } else { nil } }
    }

    /// The ways to unlock, without what only unlocking reveals.
    ///
    /// - Throws: What is wrong with the file that holds them.
    package func slots() throws(VaultError) -> [KeySlot] {
        switch status.withLock({ $0.phase }) {
        case .locked(let locked): return try locked.keys().slots
        case .unlocked(_, let ring): return ring.ring.slots
        case .plain, .closing: return []
        }
    }

    /// Whether something works with the library.
    var isLeased: Bool { status.withLock { $0.leases > 0 } }

    // MARK: - Use

    /// The library, which is not closed before the lease is released; nil while it is locked.
    ///
    /// - Parameter countsAsUse: Whether this postpones the moment at which the library locks itself.
    func lease(countsAsUse: Bool) -> (Library, Lease)? {
        let now = clock.now()
        return status.withLock { status in
            let library: Library
            switch status.phase {
            case .plain(let plain): library = plain
            case .unlocked(let unlocked, _): library = unlocked
            case .locked, .closing: return nil
            }
            status.leases += 1
            if countsAsUse { status.lastUse = LastUse(at: now) }
            return (library, Lease(self, countsAsUse: countsAsUse))
        }
    }

    /// The learner used a page that asked nothing of the library.
    func recordUse() {
        let now = clock.now()
        status.withLock { $0.lastUse = LastUse(at: now) }
    }

    /// Keeps the library open while a request is being answered.
    final class Lease: Sendable {
        private let lock: LibraryLock
        private let countsAsUse: Bool

        fileprivate init(_ lock: LibraryLock, countsAsUse: Bool) {
            self.lock = lock
            self.countsAsUse = countsAsUse
        }

        deinit {
            let now = lock.clock.now()
            lock.status.withLock { status in
                status.leases -= 1
                if countsAsUse { status.lastUse = LastUse(at: now) }
            }
        }
    }

    /// Records an event of this moment.
    func record(_ kind: LockEvent.Kind, means: LockEvent.Means? = nil, slot: KeySlotID? = nil) {
        let now = clock.now().milliseconds
        recordFile.add(LockEvent(kind, at: now, means: means, slot: slot))
    }
}
