import Library
import LibraryValues
import Notes
import Threads
import Vault

/// Fits the scheduler in the background: when the learner asks for it, and by itself after a session.
///
/// One fit runs at a time, on one core, and makes way for everything else at once.
final class SchedulerFits: Sendable {
    /// How the fit of a deck, or of the library (nil), is going.
    struct Progress: Equatable {
        let deck: DeckID?
        /// From 0 to 1.
        var share = 0.0
        var isStopping = false
    }

    private struct State {
        var progress: Progress?
        /// When something was answered last; nil once that was looked at.
        var lastAnswer: Instant?
        var isWaiting = false
    }

    private let lock: LibraryLock
    private let report: @Sendable (String) -> Void
    /// A session is over when nothing was answered for so long.
    private let pause: Duration
    private let delayed: DelayedWork
    private let perform: BackgroundWork
    private let state = Locked(State())

    /// - Parameters:
    ///   - delayed: Waits for the ends of sessions.
    ///   - perform: Runs fits that follow a session.
    ///   - report: Logs one line about a failure.
    init(
        _ lock: LibraryLock,
        pause: Duration = .seconds(120),
        delayed: DelayedWork = DelayedWork(),
        perform: @escaping BackgroundWork = { Thread.startInBackground($0) },
        report: @escaping @Sendable (String) -> Void
    ) {
        self.lock = lock
        self.pause = pause
        self.delayed = delayed
        self.perform = perform
        self.report = report
    }

    /// The fit that runs now.
    var progress: Progress? { state.withLock { $0.progress } }

    /// Starts a fit that the learner asked for; does nothing while another one runs.
    func start(_ deck: DeckID?, by browser: BrowserNumber?) {
        guard begin(deck) else { return }
        Thread.startInBackground { self.fit(deck, by: browser) }
    }

    /// Stops the fit that runs now, which then changes nothing.
    func stop() { state.withLock { $0.progress?.isStopping = true } }

    /// Waits until no fit runs, and none is to follow a session.
    func waitUntilIdle() { state.withLock(when: { $0.progress == nil && !$0.isWaiting }) { _ in } }

    /// When the session is over, what has enough new reviews is fitted.
    func cardsAnswered() {
        let isFirst = state.withLock { state in
            defer { state.isWaiting = true }
            state.lastAnswer = .now
            return !state.isWaiting
        }
        if isFirst { waitForEnd(at: .now + pause) }
    }

    /// Looks at a moment whether the session is over, and else when it may be next.
    private func waitForEnd(at moment: Instant) {
        delayed.run(at: moment) {
            let next = self.state.withLock { state -> Instant? in
                let next = state.lastAnswer.map { $0 + self.pause }
                if let next, next > .now { return next }
                state.lastAnswer = nil
                return nil
            }
            if let next { self.waitForEnd(at: next) } else { self.perform(self.fitAfterSession) }
        }
    }

    @Sendable private func fitAfterSession() {
        defer { state.withLock { $0.isWaiting = false } }
        guard let (library, lease) = lock.lease(countsAsUse: false) else { return }
        let due = withExtendedLifetime(lease) { (try? library.dueFits()) ?? [] }
        for deck in due where begin(deck) { fit(deck, by: nil) }
    }

    private func begin(_ deck: DeckID?) -> Bool {
        state.withLock { state in
            guard state.progress == nil else { return false }
            state.progress = Progress(deck: deck)
            return true
        }
    }

    private func fit(_ deck: DeckID?, by browser: BrowserNumber?) {
        defer { state.withLock { $0.progress = nil } }
        guard let (library, lease) = lock.lease(countsAsUse: false) else { return }
        do throws(LibraryError) {
            let found = try Thread.whenIdle { () throws(LibraryError) in
                try library.fitScheduler(to: deck, watch: self.watch)
            }
            if let found { _ = try library.use(found, by: browser) }
        } catch .cancelled {
        } catch {
            if lock.state == .open { report("cannot fit the scheduler: \(error)") }
        }
        withExtendedLifetime(lease) {}
    }

    @Sendable private func watch(_ share: Double) throws(LibraryError) {
        // Locking waits for leases, so that this one must not last.
        guard lock.state == .open else { throw .cancelled }
        let isStopping = state.withLock { state in
            state.progress?.share = share
            return state.progress?.isStopping == true
        }
        if isStopping { throw .cancelled }
    }
}
