import HTTP
import Languages
import Notes
import Pages
import Threads

/// Answers the requests of one library that ask another server, one after the other in a thread of its own.
///
/// So a server that says nothing keeps none of the threads that answer everybody's requests.
final class OutsideAnswers: Sendable {
    private struct State {
        var isRunning = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())
    /// How many requests wait for the one that is being answered.
    private let mostWaiting: Int

    init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    /// Runs `work`, which may block, and returns what it does; nil where too many wait already.
    func answer(_ work: @escaping @Sendable () -> Response) async -> Response? {
        // Task-local values do not reach the other thread.
        let (base, frame, language) = (SiteBase.path, PageFrame.current, InterfaceLanguage.current)
        return await withCheckedContinuation { continuation in
            let isTaken = add {
                let response = SiteBase.$path.withValue(base) {
                    PageFrame.$current.withValue(frame) {
                        InterfaceLanguage.withCurrent(language) { work() }
                    }
                }
                continuation.resume(returning: response)
            }
            if !isTaken { continuation.resume(returning: nil) }
        }
    }

    private func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.waiting.count < mostWaiting || !state.isRunning else { return false }
            state.waiting.append(work)
            if !state.isRunning {
                state.isRunning = true
                Thread.start { self.run() }
            }
            return true
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
