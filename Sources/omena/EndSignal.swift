internal import Glibc
import Threads

/// SIGTERM and SIGINT, taken in where the program waits for them instead of by a handler that may interrupt anything.
struct EndSignal {
    private var signals = sigset_t()

    /// Blocks both signals in this thread, and in those that it starts from now on: call it before any other starts.
    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when one of them comes; the next one ends the program at once.
    func wait() {
        _ = Self.next(of: signals)
        Thread.start { [signals] in exit(128 + Self.next(of: signals)) }
    }

    private static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        return signal
    }
}
