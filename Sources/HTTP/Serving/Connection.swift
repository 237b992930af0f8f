internal import CMicrohttpd
internal import Glibc
internal import Synchronization
internal import Threads

/// One client's connection, and the request on it that is in hand: HTTP/1.1 has one at a time.
///
/// libmicrohttpd's thread drives it: the first line comes, the head, pieces of the body, the end; then the connection
/// is suspended, a task runs the handler and resumes it with the answer. Whatever other threads touch is atomic or
/// lies under `lock`: the answer, since the handler's end and the server's end may come at once. Each thread's part
/// stands in an extension of its own.
final class Connection: @unchecked Sendable {
    /// Where the request stands.
    enum Stage {
        /// None has begun.
        case waiting
        /// The first line is there.
        case receiving
        /// The head is there and in order, the body may be coming.
        case collecting(RequestHead, BodyCollector)
        /// The handler runs, the connection is suspended.
        case handling(Task<Void, Never>?)
        /// The handler is done, the answer waits for libmicrohttpd's thread.
        case answered
        /// The answer is being sent.
        case sending
    }

    let handle: OpaquePointer
    let socket: Int32
    let daemon: Daemon
    let peer: Peer
    let lock = Lock()
    // Guarded by `lock`.
    var stage = Stage.waiting
    var answer: Transmission?
    var pipe: Pipe?
    // For libmicrohttpd's thread alone.
    var target: Result<RequestTarget, HTTPError> = .failure(.noTarget)
    /// How the address begins, as it came.
    var address: [UInt8] = []
    var method = ""
    var status = Status.internalServerError
    var start = Instant(nanoseconds: 0)
    /// When the client was let in.
    let taken = Instant.now
    /// Whether unread bytes may still come in when it is closed.
    var isRefused = false
    /// When the client must have sent what is waited for, in nanoseconds.
    let deadline = Atomic<Int64>(0)
    /// Whether no request is in hand.
    let idle = Atomic<Bool>(true)
    /// Whether only the handler, or the producer of a stream, can move it on.
    let suspended = Atomic<Bool>(false)

    init(_ handle: OpaquePointer, on daemon: Daemon) {
        self.handle = handle
        self.daemon = daemon
        socket = omena_mhd_socket(handle)
        peer = daemon.isUnix ? .unix : Peer(omena_mhd_client(handle))
        expect(within: daemon.server.limits.head)
    }

    /// So much of an address is told where it is refused.
    private static let told = 32

    /// The client has so long to send what comes next.
    func expect(within duration: Duration) {
        deadline.store((.now + duration).nanoseconds, ordering: .relaxed)
    }
}

// MARK: - What libmicrohttpd's thread brings

extension Connection {
    /// The first line is there.
    func begin(_ uri: UnsafeBufferPointer<UInt8>) {
        start = .now
        // What the log tells if libmicrohttpd refuses the rest by itself.
        (method, status) = ("-", .badRequest)
        address = Array(uri.prefix(Self.told))
        target = Result { () throws(HTTPError) in try RequestTarget(bytes: uri) }
        idle.store(false, ordering: .relaxed)
        deadline.store((start + daemon.server.limits.head).nanoseconds, ordering: .relaxed)
        lock.withLock { stage = .receiving }
    }

    /// The head is there, a piece of the body, or the end of the request.
    func advance(
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        piece: UnsafeRawBufferPointer
    ) -> Bool {
        switch lock.withLock({ stage }) {
        case .receiving:
            return receiveHead(method: String(cString: method), version: String(cString: version))
        case .collecting(let head, let collector):
            guard piece.isEmpty else { return collect(piece, in: collector) }
            return dispatch(head, collector)
        case .answered:
            return send()
        case .waiting, .handling, .sending:
            return false
        }
    }

    /// The response is out, or will never be.
    func end(isComplete: Bool) {
        let isReported = lock.withLock {
            defer {
                stage = .waiting
                answer = nil
                pipe = nil
            }
            if case .waiting = stage { return false }
            return true
        }
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
                method: method,
                target: (try? target.get().raw) ?? "?",
                status: status,
                duration: .now - start,
                isComplete: isComplete
            )
        )
    }
}

extension HTTPError {
    static let noTarget = HTTPError(.badRequest, message: "The request has no address.")
    static let stopping = HTTPError(.serviceUnavailable, message: "The server is stopping.")
}
