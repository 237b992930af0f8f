/// Runs work at later moments, on one thread for all of it, which exists while something waits.
package final class DelayedWork: Sendable {
    private struct State {
        var waiting: [(at: Instant, work: @Sendable () -> Void)] = []
        var hasThread = false
    }

    private let state = Locked(State())

    package init() {}

    /// - Parameter work: Should be short, because other work waits for it.
    package func run(at moment: Instant, _ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append((moment, work))
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { Thread.start { self.runAll() } }
    }

    private func runAll() {
        while true {
            let now = Instant.now
            let (due, next) = state.withLock { state in
                let due = state.waiting.filter { $0.at <= now }
                state.waiting.removeAll { $0.at <= now }
                state.hasThread = !(due.isEmpty && state.waiting.isEmpty)
                return (due, state.waiting.map(\.at).min())
            }
            for (_, work) in due { work() }
            guard due.isEmpty else { continue }
            guard let next else { return }
            // Ends early when something sooner is added.
            state.withLock(when: { $0.waiting.contains { $0.at < next } }, orAt: next) { _ in }
        }
    }
}
