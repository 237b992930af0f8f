internal import CMicrohttpd
internal import Glibc
internal import Synchronization
internal import Threads

/// One client's connection and its current request: HTTP/1.1 has one at a time.
///
/// libmicrohttpd's thread brings the first line, the head, pieces of the body and its end; then the connection is
/// suspended, and a task runs the handler and resumes it with the response. What other threads use is atomic or guarded by
/// `lock`, because the handler may finish while the server stops. Each thread's part is an extension of its own.
///
/// `@unchecked Sendable`: it wraps libmicrohttpd's handle; what several threads use is atomic or guarded by `lock`.
final class ClientConnection: @unchecked Sendable {
    enum Stage {
        /// Between two requests.
        case waiting
        /// The first line has arrived.
        case receiving
        /// The head has arrived and is valid; the body may be arriving.
        case collecting(RequestHead, RequestHandler, BodyCollector)
        /// The handler runs; the connection is suspended.
        case handling(Task<Void, Never>?)
        /// The handler runs and reads the body, of which pieces arrive once libmicrohttpd has begun.
        case passing(ArrivingBody, Task<Void, Never>?, hasBegun: Bool)
        /// The response waits for libmicrohttpd's thread.
        case answered
        /// The response is being sent.
        case sending
    }

    let handle: OpaquePointer
    let socket: Int32
    let daemon: Daemon
    let peer: Peer
    /// Whose share of the limits it uses.
    let network: Peer
    let lock = Lock()
    // Guarded by `lock`.
    var stage = Stage.waiting
    var answer: QueuedResponse?
    var hasAnswer = false
    var pipe: Pipe?
    var arriving: ArrivingBody?
    // For libmicrohttpd's thread alone.
    var target: Result<RequestTarget, HTTPError> = .failure(.noTarget)
    /// The first bytes of the address.
    var address: [UInt8] = []
    /// Where libmicrohttpd has the address.
    var uri = UnsafeRawBufferPointer(start: nil, count: 0)
    var method = ""
    var status = Status.internalServerError
    var start = Instant(nanoseconds: 0)
    let accepted = Instant.now
    /// Whether the client may still be sending when the connection is closed.
    var isRefused = false
    /// When the client must have sent what comes next, in nanoseconds.
    let deadline = Atomic<Int64>(0)
    /// When the client last did something that is noticed, or was sent a response, in nanoseconds.
    let lastStep = Atomic<Int64>(0)
    /// Whether there is no request.
    let idle = Atomic<Bool>(true)
    /// Whether it waits for the handler or the producer of a stream.
    let suspended = Atomic<Bool>(false)

    init(_ handle: OpaquePointer, on daemon: Daemon) {
        self.handle = handle
        self.daemon = daemon
        socket = omena_mhd_socket(handle)
        peer = daemon.isUnix ? .unix : Peer(omena_mhd_client_address(handle))
        network = peer.network
        expect(within: daemon.server.limits.head)
    }

    /// How much of the address a refusal is given.
    private static let addressPrefix = 32

    /// Sets the time in which the client must send what comes next.
    func expect(within duration: Duration) {
        let now = Instant.now
        lastStep.store(now.nanoseconds, ordering: .relaxed)
        deadline.store((now + duration).nanoseconds, ordering: .relaxed)
    }
}

// MARK: - Called by libmicrohttpd's thread

extension ClientConnection {
    /// The first line has arrived.
    func begin(_ uri: UnsafeBufferPointer<UInt8>) {
        start = .now
        // For the log, if libmicrohttpd itself refuses the rest.
        (method, status) = ("-", .badRequest)
        self.uri = UnsafeRawBufferPointer(uri)
        address = Array(uri.prefix(Self.addressPrefix))
        target = Result { () throws(HTTPError) in try RequestTarget(bytes: uri) }
        idle.store(false, ordering: .relaxed)
        expect(within: daemon.server.limits.head)
        lock.withLock { stage = .receiving }
    }

    /// The head, a piece of the body or the end of the request has arrived.
    func advance(
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        piece: UnsafeRawBufferPointer
    ) -> Bool {
        switch lock.withLock({ stage }) {
        case .receiving:
            return receiveHead(method: method, version: version)
        case .collecting(let head, let handler, let collector):
            guard piece.isEmpty else { return collect(piece, in: collector) }
            return finish(head, collector, for: handler)
        case .passing(let body, _, hasBegun: false):
            // The same call as when the head arrived, to which a response is still a refusal.
            let isAnswered = lock.withLock {
                if case .passing(_, let task, _) = stage {
                    stage = .passing(body, task, hasBegun: true)
                }
                return hasAnswer
            }
            if isAnswered { return send() }
            isRefused = false
            return true
        case .passing(let body, _, hasBegun: true):
            return piece.isEmpty ? finish(body) : pass(piece, to: body)
        case .answered:
            return send()
        case .waiting, .handling, .sending:
            return false
        }
    }

    /// The response has been sent, or never will be.
    func end(isComplete: Bool) {
        var body: ArrivingBody?
        let isReported = lock.withLock {
            defer {
                stage = .waiting
                answer = nil
                hasAnswer = false
                pipe = nil
                arriving = nil
            }
            body = arriving
            if case .waiting = stage { return false }
            return true
        }
        body?.breakOff()
        suspended.store(false, ordering: .relaxed)
        if isReported { report(isComplete: isComplete) }
        target = .failure(.noTarget)
        expect(within: daemon.server.limits.idle)
        idle.store(true, ordering: .relaxed)
    }

    private func report(isComplete: Bool) {
        guard let log = daemon.server.log else { return }
        log(
            AccessLine(
                peer: peer,
                method: method.isToken ? method : "?",
                target: (try? target.get().loggable) ?? "?",
                status: status,
                duration: .now - start,
                isComplete: isComplete
            )
        )
    }
}

extension HTTPError {
    static let noTarget = HTTPError(.badRequest, message: "The request has no address.")
    static let inexactHead = HTTPError(
        .badRequest,
        message:
            "The head has a folded line, a NUL byte, or a line that does not end with CR and LF."
    )
    static let stopping = HTTPError(.serviceUnavailable, message: "The server is stopping.")
}
