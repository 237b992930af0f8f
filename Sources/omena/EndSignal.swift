internal import Glibc
import Threads

/// SIGTERM, SIGINT and SIGUSR1, received where the program waits for them, because a signal handler could interrupt it
/// anywhere.
struct EndSignal {
    enum Action {
        case end
        /// Lock the library, or restart because it has been closed.
        case lock
    }

    private var signals = sigset_t()

    /// Blocks the signals in this thread and those it starts; must be called before there are others.
    init() {
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when a signal arrives; after one that ends the program, another ends it at once.
    func wait() -> Action {
        guard Self.next(of: signals) != SIGUSR1 else { return .lock }
        Thread.start { [signals] in
            while true {
                let signal = Self.next(of: signals)
                if signal != SIGUSR1 { Command.end(128 + signal) }
            }
        }
        return .end
    }

    static func requestLock() { kill(getpid(), SIGUSR1) }

    private static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        return signal
    }
}
