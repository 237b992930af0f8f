internal import Glibc
import Threads

/// SIGTERM, SIGINT and SIGUSR1, taken in where the program waits for them instead of by a handler that may interrupt
/// anything.
struct EndSignal {
    /// What is asked of the program.
    enum Wish {
        /// To end.
        case end
        /// To lock the library: by somebody outside, or because it has been closed and the program is to begin anew.
        case lock
    }

    private var signals = sigset_t()

    /// Blocks the signals in this thread, and in those that it starts from now on: call it before any other starts.
    init() {
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when one of them comes; the next one that ends the program does so at once.
    func wait() -> Wish {
        guard Self.next(of: signals) != SIGUSR1 else { return .lock }
        Thread.start { [signals] in
            while true {
                let signal = Self.next(of: signals)
                if signal != SIGUSR1 { exit(128 + signal) }
            }
        }
        return .end
    }

    /// Wakes who waits, to lock.
    static func wakeToLock() { kill(getpid(), SIGUSR1) }

    private static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        return signal
    }
}
