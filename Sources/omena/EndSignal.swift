internal import Glibc
import Threads

/// SIGTERM and SIGINT, taken in by one waiting thread instead of a handler that may interrupt anything.
struct EndSignal {
    private let signals: sigset_t

    /// Blocks both signals in this thread, and in those that it starts from now on.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Returns when one of them comes; the next one ends the program at once.
    func wait() async {
        await withCheckedContinuation { continuation in
            Thread.start { [signals] in
                var signals = signals
                var signal: Int32 = 0
                sigwait(&signals, &signal)
                continuation.resume()
                sigwait(&signals, &signal)
                exit(128 + signal)
            }
        }
    }
}
