internal import Glibc
internal import Synchronization
internal import Threads

/// Speaks HTTP/1.1 on given sockets and hands each request to a handler.
///
/// Every request takes the same way: its head is checked, its body collected within the limits, the connection suspended,
/// the handler run on threads that may block, and its response sent.
package final class Server: Sendable {
    let limits: Limits
    let workers: ThreadPool
    let log: (@Sendable (AccessLine) -> Void)?
    let refusal: @Sendable (HTTPError, _ address: [UInt8]) -> Response
    let handler: @Sendable (RequestHead) -> RequestHandler
    let monitor: ConnectionMonitor
    let bodyMemory: BodyMemory
    let stopping = Atomic<Bool>(false)
    let givingUp = Atomic<Bool>(false)
    let listeners: [Listener]
    let state = Locked(State.new)
    /// Those of replaced certificates, which serve the clients that they have.
    let retiredDaemons = Locked<[Daemon]>([])

    enum State {
        case new
        case running(Acceptor)
        case stopping([CheckedContinuation<Void, Never>], deadline: Instant)
        case stopped
    }

    /// - Parameters:
    ///   - log: Called after each request, on a thread that must not block for long.
    ///   - refusal: Answers a request that cannot be parsed, given the beginning of its address.
    ///   - handler: Called with the head of each request, on a thread that must not block for long.
    package init(
        listeners: [Listener],
        limits: Limits = Limits(),
        log: (@Sendable (AccessLine) -> Void)? = nil,
        refusal: @escaping @Sendable (HTTPError, _ address: [UInt8]) -> Response,
        handler: @escaping @Sendable (RequestHead) -> RequestHandler
    ) {
        self.listeners = listeners
        self.limits = limits
        self.log = log
        self.refusal = refusal
        self.handler = handler
        workers = ThreadPool(threads: limits.workers)
        monitor = ConnectionMonitor(limits)
        bodyMemory = BodyMemory(limit: limits.bodyMemory)
    }

    /// Makes a server that treats all bodies and all requests the same.
    package convenience init(
        listeners: [Listener],
        limits: Limits = Limits(),
        log: (@Sendable (AccessLine) -> Void)? = nil,
        bodyPolicy: @escaping @Sendable (RequestHead) -> BodyPolicy = { _ in .none },
        handler: @escaping @Sendable (Request) async -> Response
    ) {
        self.init(
            listeners: listeners,
            limits: limits,
            log: log,
            refusal: { error, _ in .text(error.message + "\n", status: error.status) },
            handler: { head in
                RequestHandler(bodyPolicy: bodyPolicy(head), respond: handler)
            }
        )
    }

    /// Accepts clients until `stop(within:)`.
    package func start() throws(ServerError) {
        // Writing to a client that has disconnected must not end the program.
        signal(SIGPIPE, SIG_IGN)
        FileLimit.raise(to: 4 * limits.connections)
        try state.withLock { state throws(ServerError) in
            guard case .new = state else { preconditionFailure("a server starts once") }
            let daemons = listeners.map { Daemon(for: $0, of: self) }
            do throws(ServerError) {
                for daemon in daemons { try daemon.start() }
            } catch {
                for daemon in daemons { daemon.stop() }
                close()
                state = .stopped
                throw error
            }
            let acceptor = Acceptor(daemons, counting: monitor)
            acceptor.start()
            state = .running(acceptor)
            Thread.start { self.watch(acceptor) }
        }
    }

    /// Whether each response is the last on its connection.
    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Whether no handler may start any more.
    var isGivingUp: Bool { givingUp.load(ordering: .sequentiallyConsistent) }

    func close() {
        for listener in listeners { listener.close() }
        Task { await workers.stop() }
    }
}
