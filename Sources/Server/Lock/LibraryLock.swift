package import Library
import Notes
import Threads
package import Vault

/// The lock of the library that a server serves: whether it is open, who opened it, and when it is closed again.
///
/// There is one for a process, and every request asks it first. A library without a lock is open from the beginning, for
/// everybody, and can be given one.
package final class LibraryLock: Sendable {
    /// How a library is opened, and what becomes of the process when it was closed.
    package struct Surroundings: Sendable {
        /// Opens the library at a path that has no lock.
        package let open: @Sendable (_ path: String) throws(LibraryError) -> Library
        /// Opens one that is locked.
        let unlock: @Sendable (LockedLibrary, VaultKey) throws(LibraryError) -> Library
        /// Ends this process and begins it anew, so that nothing of the library stays in its memory.
        let startAnew: @Sendable () -> Void
        /// Seconds without use after which it is locked, in place of what the learner settled.
        let lockAfter: Int?

        /// Says how.
        package init(
            open: @escaping @Sendable (_ path: String) throws(LibraryError) -> Library,
            unlock: @escaping @Sendable (LockedLibrary, VaultKey) throws(LibraryError) -> Library,
            startAnew: @escaping @Sendable () -> Void,
            lockAfter: Int? = nil
        ) {
            self.open = open
            self.unlock = unlock
            self.startAnew = startAnew
            self.lockAfter = lockAfter
        }
    }

    enum Door {
        /// Open for everybody.
        case plain(Library)
        case locked(LockedLibrary)
        /// Open for some browsers.
        case unlocked(Library, OpenKeyRing)
        /// It is being closed, or was.
        case closing
    }

    let path: String
    let clock: Clock
    let surroundings: Surroundings?
    let report: @Sendable (String) -> Void
    let browsers = UnlockedBrowsers()
    let recordFile: LockRecordFile
    /// What passkeys are asked.
    package let challenges = PasskeyChallenges()

    let guardian = Lock()
    let change: Condition
    // Free of races because they are used only while `guardian` is held.
    nonisolated(unsafe) var door: Door
    nonisolated(unsafe) var share: Double?
    nonisolated(unsafe) var failure: LockFailure?
    nonisolated(unsafe) var visits = 0
    nonisolated(unsafe) var lastUse: Use
    nonisolated(unsafe) var isTrying = false
    nonisolated(unsafe) var isDone = false

    private init(
        _ door: Door,
        path: String,
        clock: Clock,
        surroundings: Surroundings?,
        failure: LockFailure? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.door = door
        self.failure = failure
        self.path = path
        self.clock = clock
        self.surroundings = surroundings
        self.report = report
        change = Condition(of: guardian)
        lastUse = Use(at: clock.now())
        recordFile = LockRecordFile(ofLibrary: path)
    }

    /// Of a library that lies open.
    ///
    /// - Parameter surroundings: Nil where nothing can be locked, as in a test of pages.
    package convenience init(
        _ library: Library,
        clock: Clock,
        surroundings: Surroundings? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            .plain(library),
            path: library.path,
            clock: clock,
            surroundings: surroundings,
            report: report
        )
    }

    /// Of one that is locked.
    ///
    /// - Parameter unfinished: What the process before this one did not bring to its end.
    package convenience init(
        _ library: LockedLibrary,
        after unfinished: UnfinishedWork? = nil,
        clock: Clock,
        surroundings: Surroundings,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            .locked(library),
            path: library.path,
            clock: clock,
            surroundings: surroundings,
            failure: unfinished.map { .unfinished($0) },
            report: report
        )
    }

    // MARK: - What is so

    /// Whether the library has a lock.
    package var isLockable: Bool {
        guardian.withLock {
            switch door {
            case .plain: false
            case .locked, .unlocked, .closing: true
            }
        }
    }

    /// Whether it can be read, whoever asks.
    package var state: LockState {
        guardian.withLock {
            switch door {
            case .plain, .unlocked: .open
            case .locked: isTrying ? .unlocking : .locked
            case .closing: .locking
            }
        }
    }

    /// Whether this process has done with the library, and is to begin anew.
    package var hasClosed: Bool { guardian.withLock { isDone } }

    /// Why it could not be given a lock, or another key, or be taken from under it, the last time that was tried; nil
    /// once it was opened after that.
    package var lastFailure: LockFailure? { guardian.withLock { failure } }

    /// The same for the process that comes after this one.
    package var unfinished: UnfinishedWork? {
        if case .unfinished(let work) = lastFailure { work } else { nil }
    }

    /// How far it has come that is sealed, or taken from under its seal.
    var progress: Double? { guardian.withLock { share } }

    /// What happened, the latest first.
    package var record: [LockEvent] { recordFile.read().events.reversed() }

    /// The ways to unlock, with their names; nil while it is locked or has no lock.
    package var ring: OpenKeyRing? {
        guardian.withLock { if case .unlocked(_, let ring) = door { ring } else { nil } }
    }

    /// The ways to unlock as everybody may know them; what is wrong with their file, where something is.
    package func slots() throws(VaultError) -> [KeySlot] {
        let door = guardian.withLock { self.door }
        switch door {
        case .locked(let locked): return try locked.keys().slots
        case .unlocked(_, let ring): return ring.ring.slots
        case .plain, .closing: return []
        }
    }

    // MARK: - Who is in it

    /// The library for one who asks for something, until the visit is let go of; nil while it is locked.
    ///
    /// - Parameter isUse: Whether somebody uses it, so that it stays open.
    func visit(isUse: Bool) -> (Library, Visit)? {
        let now = clock.now()
        return guardian.withLock {
            let library: Library
            switch door {
            case .plain(let plain): library = plain
            case .unlocked(let unlocked, _): library = unlocked
            case .locked, .closing: return nil
            }
            visits += 1
            if isUse { lastUse = Use(at: now) }
            return (library, Visit(self, isUse: isUse))
        }
    }

    /// Somebody touched a page that needed nothing of the library.
    func noticeUse() {
        let now = clock.now()
        guardian.withLock { lastUse = Use(at: now) }
    }

    /// Is held by whoever has something of the library in hand.
    final class Visit: Sendable {
        private let lock: LibraryLock
        private let isUse: Bool

        fileprivate init(_ lock: LibraryLock, isUse: Bool) {
            self.lock = lock
            self.isUse = isUse
        }

        deinit {
            let now = lock.clock.now()
            lock.guardian.withLock {
                lock.visits -= 1
                if isUse { lock.lastUse = Use(at: now) }
                if lock.visits == 0 { lock.change.broadcast() }
            }
        }
    }

    /// Keeps that something happened just now.
    func keep(_ kind: LockEvent.Kind, means: LockEvent.Means? = nil, slot: KeySlotID? = nil) {
        let now = clock.now().milliseconds
        recordFile.add(LockEvent(kind, at: now, means: means, slot: slot))
    }
}
