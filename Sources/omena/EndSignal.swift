internal import Glibc
import Threads

/// SIGTERM, SIGINT, SIGHUP and SIGUSR1, received where the program waits for them, because a signal handler could interrupt it
/// anywhere.
struct EndSignal {
    enum Action {
        case end
        /// Lock the library, or restart because it has been closed.
        case lock
        /// Read again what may have been renewed.
        case reload
    }

    /// Whether SIGHUP means that the terminal has been closed, and not that a service should reload.
    private let hangUpEnds: Bool
    private var signals = sigset_t()

    /// Blocks the signals in this thread and those it starts; must be called before there are others.
    init() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        // `nohup` ignores it.
        let isIgnored = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
        hangUpEnds = terminal >= 0 && !isIgnored
        close(terminal)
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when a signal arrives; after one that ends the program, another ends it at once.
    func wait() -> Action {
        switch Self.next(of: signals) {
        case SIGUSR1: return .lock
        case SIGHUP where !hangUpEnds: return .reload
        default: break
        }
        Thread.start { [signals] in
            while true {
                let signal = Self.next(of: signals)
                if signal == SIGTERM || signal == SIGINT { Command.end(128 + signal) }
            }
        }
        return .end
    }

    static func requestEnd() { kill(getpid(), SIGTERM) }

    static func requestLock() { kill(getpid(), SIGUSR1) }

    private static func next(of signals: sigset_t) -> Int32 {
        var signals = signals
        var signal: Int32 = 0
        sigwait(&signals, &signal)
        return signal
    }
}
