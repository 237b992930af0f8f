internal import Glibc
internal import Synchronization
internal import Threads

/// Speaks HTTP/1.1 on given sockets and hands each request to a handler.
///
/// One way for all requests: the head is checked, the body collected within the limits, the connection suspended, the
/// handler run on threads that may block, and what it returns is sent.
package final class Server: Sendable {
    let limits: Limits
    let workers: ThreadPool
    let bodyPolicy: @Sendable (RequestHead) -> BodyPolicy
    let log: (@Sendable (AccessLine) -> Void)?
    let refusal: @Sendable (HTTPError, _ address: [UInt8]) -> Response
    let handler: @Sendable (Request) async -> Response
    let monitor: ConnectionMonitor
    let stopping = Atomic<Bool>(false)
    let givingUp = Atomic<Bool>(false)
    let lock = Lock()
    let listeners: [Listener]
    // Free of races because they are used only while `lock` is held; the daemons do not change while the server runs.
    nonisolated(unsafe) var daemons: [Daemon] = []
    nonisolated(unsafe) var state = State.new

    enum State {
        case new
        case running
        case stopping([CheckedContinuation<Void, Never>], deadline: Instant)
        case stopped
    }

    /// Makes a server, which listens once it is started.
    ///
    /// - Parameters:
    ///   - log: called with each request that is over, on a thread that must not be held up.
    ///   - bodyPolicy: decides what to do with a body; called for requests that have one, on such a thread too.
    ///   - refusal: answers what is no request that could be handed on, of which the beginning of the address is told.
    ///   - handler: answers a request; it may block. Its task is cancelled when the client leaves.
    package init(
        listeners: [Listener],
        limits: Limits = Limits(),
        log: (@Sendable (AccessLine) -> Void)? = nil,
        bodyPolicy: @escaping @Sendable (RequestHead) -> BodyPolicy = { _ in .none },
        refusal: @escaping @Sendable (HTTPError, _ address: [UInt8]) -> Response = { error, _ in
            .text(error.message + "\n", status: error.status)
        },
        handler: @escaping @Sendable (Request) async -> Response
    ) {
        self.listeners = listeners
        self.limits = limits
        self.log = log
        self.bodyPolicy = bodyPolicy
        self.refusal = refusal
        self.handler = handler
        workers = ThreadPool(threads: limits.workers)
        monitor = ConnectionMonitor(limits)
    }

    /// Begins to take clients; it runs until `stop(within:)`.
    package func start() throws(ServerError) {
        // A client that leaves while it is written to must not end the program.
        signal(SIGPIPE, SIG_IGN)
        FileLimit.raise(to: 2 * limits.connections)
        try lock.withLock { () throws(ServerError) in
            guard case .new = state else { preconditionFailure("a server starts once") }
            do throws(ServerError) {
                for listener in listeners { try start(listener) }
            } catch {
                for daemon in daemons { daemon.stop() }
                daemons = []
                for listener in listeners { listener.close() }
                Task { await workers.stop() }
                state = .stopped
                throw error
            }
            state = .running
        }
        Thread.start { self.watch() }
    }

    /// Whether responses should be the last on their connections.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Whether no handler may start any more.
    var isGivingUp: Bool { givingUp.load(ordering: .sequentiallyConsistent) }

    private func start(_ listener: Listener) throws(ServerError) {
        for socket in listener.sockets {
            let daemon = Daemon(on: socket, of: listener, for: self)
            daemons.append(daemon)
            if case .tcp(let tls?) = listener.kind {
                try daemon.start(tls: tls, limits: limits)
            } else {
                try daemon.start(tls: nil, limits: limits)
            }
        }
    }
}
