import Languages
import Library
import LibraryValues
import Notes
import Sync
import Threads
import Vault

/// Syncs a library with the peers that it calls: when the learner asks, every few minutes, and soon after a change.
///
/// Nobody waits for what it does by itself, and its pages are small, so that no answer waits for one to be merged.
final class Syncs: Sendable {
    /// Admit peers that call this library; other than those for browsers, so that neither can be used for the other.
    let codes = PairingCodes()

    private struct State {
        var hasBegun = false
        var isRunning = false
        /// Whether one of the threads that libraries share runs a sync of this one, or is to.
        var hasJob = false
        /// Whether another sync is wanted after that, and whether the learner has asked for one.
        var isWanted = false
        var isAsked = false
        /// Whether there are peers to call, as far as is known.
        var hasPeers = true
        /// When the next sync is planned.
        var next: Instant?
        /// How many syncs in a row have failed, and until when changes do not lead to another one.
        var failures = 0
        var pause: Instant?
    }

    private let lock: LibraryLock
    private let clock: Clock
    private let isOnlyPublic: Bool
    private let maintenance: Maintenance?
    private let delayed: DelayedWork
    private let perform: BackgroundWork
    private let report: @Sendable (String) -> Void
    private let state = Locked(State())

    private static let interval = Duration.seconds(300)
    private static let delayAfterChange = Duration.seconds(5)
    private static let longestPause = Duration.seconds(3_600)
    /// The most bytes of a page that is merged while somebody may be studying.
    static let pageLimit = 256 << 10

    /// - Parameters:
    ///   - isOnlyPublic: Whether peers have to be on the internet, because learners may not look around in the server's network.
    ///   - delayed: Waits for the next sync.
    ///   - perform: Runs it.
    ///   - report: Logs one line when a peer cannot be synced with any more.
    init(
        _ lock: LibraryLock,
        clock: Clock,
        isOnlyPublic: Bool = false,
        maintenance: Maintenance? = nil,
        delayed: DelayedWork = DelayedWork(),
        perform: @escaping BackgroundWork = { Thread.startInBackground($0) },
        report: @escaping @Sendable (String) -> Void
    ) {
        self.lock = lock
        self.clock = clock
        self.isOnlyPublic = isOnlyPublic
        self.maintenance = maintenance
        self.delayed = delayed
        self.perform = perform
        self.report = report
    }

    /// Whether a sync runs now.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether the library has to stay open for a device that is being paired.
    var isWaitingForPeer: Bool { codes.hasCode(at: clock.uptime()) }

    // MARK: - When

    /// Begins to sync by itself; does nothing if it has begun.
    func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { plan(at: .now + Self.delayAfterChange) }
    }

    /// Something has changed in the library.
    func libraryChanged() {
        let moment = state.withLock { state -> Instant? in
            guard state.hasBegun, state.hasPeers else { return nil }
            return max(.now + Self.delayAfterChange, state.pause ?? .now)
        }
        if let moment { plan(at: moment) }
    }

    /// Syncs with all peers soon, whatever failed before; returns when that is done, or after some seconds.
    func syncNow() {
        // One that runs is as good, and libraries share the threads that a second one would wait in.
        if !isRunning { request(isAsked: true) }
        // It may not have started yet.
        let deadline = Instant.now + .seconds(10)
        state.withLock(when: { $0.isRunning }, orAt: .now + .milliseconds(500)) { _ in }
        state.withLock(when: { !$0.isRunning }, orAt: deadline) { _ in }
    }

    private func plan(at moment: Instant) {
        let isSooner = state.withLock { state in
            if let next = state.next, next <= moment { return false }
            state.next = moment
            return true
        }
        guard isSooner else { return }
        delayed.run(at: moment) {
            // What was planned for later is not needed any more.
            let isNext = self.state.withLock { state in
                guard state.next == moment else { return false }
                state.next = nil
                return true
            }
            if isNext { self.request() }
        }
    }

    /// Has a sync run, after one that runs already: a library never keeps two of the threads that all share.
    func request(isAsked: Bool = false) {
        let isFirst = state.withLock { state in
            state.isWanted = true
            state.isAsked = state.isAsked || isAsked
            defer { state.hasJob = true }
            return !state.hasJob
        }
        if isFirst { perform { self.runWanted() } }
    }

    private func runWanted() {
        let isAsked = state.withLock { state in
            defer { (state.isWanted, state.isAsked) = (false, false) }
            return state.isAsked
        }
        run(isAsked: isAsked)
        let isMore = state.withLock { state in
            state.hasJob = state.isWanted
            return state.hasJob
        }
        // Behind those of other libraries.
        if isMore { perform { self.runWanted() } }
    }

    private func run(isAsked: Bool) {
        guard let (library, lease) = lock.lease(countsAsUse: false) else {
            // Whoever unlocks it begins again.
            return state.withLock { $0.hasBegun = false }
        }
        defer { withExtendedLifetime(lease) {} }
        do throws(LibraryError) {
            let all = try library.peers().filter { $0.address != nil }
            state.withLock { $0.hasPeers = !all.isEmpty }
            guard !all.isEmpty else { return }
            let isOn = try library.settings().syncsAutomatically
            guard isAsked || isOn else { return }
            let results = try sync(library, with: all)
            let isFailure = results.contains { $0.problem != nil }
            let wait = state.withLock { state in
                state.failures = isFailure ? state.failures + 1 : 0
                guard isFailure else {
                    state.pause = nil
                    return Self.interval
                }
                let pause = min(.seconds(30 << min(state.failures, 10)), Self.longestPause)
                state.pause = .now + pause
                return pause
            }
            plan(at: .now + wait)
        } catch {
            guard lock.state == .open else { return }
            report("cannot sync: \(error)")
            plan(at: .now + Self.longestPause)
        }
    }

    // MARK: - What

    /// Syncs with some peers, one after the other, once no other sync runs.
    ///
    /// - Parameter isOnlyPublic: Nil for the server's own rule.
    func sync(
        _ library: Library,
        with peers: [SyncPeer],
        isOnlyPublic: Bool? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: Library.Progress = { _ in }
    ) throws(LibraryError) -> [SyncResult] {
        state.withLock(when: { !$0.isRunning }) { $0.isRunning = true }
        defer { state.withLock { $0.isRunning = false } }
        // There are peers to call now, if there were not before.
        if !peers.isEmpty { state.withLock { $0.hasPeers = true } }
        // Locking waits for this, which therefore gives up.
        let mustStop: @Sendable () -> Bool = { [lock] in isCancelled() || lock.state != .open }
        var results: [SyncResult] = []
        for peer in peers where !mustStop() {
            let result = try library.sync(
                with: peer,
                pageLimit: Self.pageLimit,
                isOnlyPublic: isOnlyPublic ?? self.isOnlyPublic,
                isCancelled: mustStop,
                progress: progress
            )
            if let problem = result.problem, peer.failure == nil, lock.state == .open {
                let words = InterfaceLanguage.withCurrent(.english) {
                    SyncProblem(record: problem).words.description
                }
                report("cannot sync with \(peer.name): \(words)")
            }
            if result.received > 0 { maintenance?.libraryChanged(library) }
            results.append(result)
        }
        return results
    }

    /// Pairs with the server at an address, and remembers it.
    func pair(_ library: Library, at address: String, code: String) throws -> PeerID {
        // Locking waits for this, which therefore gives up.
        try library.pair(
            at: SyncAddress(address),
            code: code,
            isOnlyPublic: isOnlyPublic,
            isCancelled: { [lock] in lock.state != .open }
        )
    }
}
