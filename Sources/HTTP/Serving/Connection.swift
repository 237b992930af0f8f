internal import CMicrohttpd
internal import Glibc
internal import Synchronization
internal import Threads

/// One client's connection, and the request on it that is in hand: HTTP/1.1 has one at a time.
///
/// libmicrohttpd's thread drives it: the first line comes, the head, pieces of the body, the end; then the connection
/// is suspended, a task runs the handler and resumes it with the answer. Whatever other threads touch is atomic or
/// lies under `lock`: the answer, since the handler's end and the server's end may come at once.
final class Connection: @unchecked Sendable {
    /// Where the request stands.
    private enum Stage {
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
    private let daemon: Daemon
    private let peer: Peer
    private let lock = Lock()
    // Guarded by `lock`.
    private var stage = Stage.waiting
    private var answer: Transmission?
    private var pipe: Pipe?
    // For libmicrohttpd's thread alone.
    private var target: Result<RequestTarget, HTTPError> = .failure(.noTarget)
    private var method = ""
    private var status = Status.internalServerError
    private var start = Instant(nanoseconds: 0)
    /// Whether unread bytes may still come in when it is closed.
    private(set) var isRefused = false
    /// When the client must have sent what is waited for, in nanoseconds.
    private let deadline = Atomic<Int64>(0)
    /// Whether no request is in hand.
    private let idle = Atomic<Bool>(true)
    /// Whether only the handler, or the producer of a stream, can move it on.
    private let suspended = Atomic<Bool>(false)

    init(_ handle: OpaquePointer, on daemon: Daemon) {
        self.handle = handle
        self.daemon = daemon
        socket = omena_mhd_socket(handle)
        peer = daemon.isUnix ? .unix : Peer(omena_mhd_client(handle))
        expect(within: daemon.server.limits.head)
    }
}

// MARK: - libmicrohttpd's thread

extension Connection {
    /// The first line is there.
    func begin(_ uri: UnsafeBufferPointer<UInt8>) {
        start = .now
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

    private func receiveHead(method: String, version: String) -> Bool {
        self.method = method
        do throws(HTTPError) {
            guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
                throw HTTPError(.versionNotSupported, "Only HTTP/1.1 is spoken here.")
            }
            guard let known = Method(rawValue: method) else {
                throw HTTPError(.notImplemented, "This method is not known here.")
            }
            let target = try target.get()
            var headers = readHeaders()
            let framing = try HeadRules.check(
                headers,
                isVersion11: version == "HTTP/1.1",
                authority: target.authority
            )
            headers.trimValues()
            let head = RequestHead(
                method: known,
                target: target,
                headers: headers,
                peer: peer,
                isSecure: daemon.isSecure
            )
            let collector = try BodyCollector(framing, policy: { daemon.server.bodyPolicy(head) })
            lock.withLock { stage = .collecting(head, collector) }
            start(collector)
            return true
        } catch {
            return refuse(error)
        }
    }

    private func readHeaders() -> Headers {
        var fields: [Headers.Field] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(
                handle,
                .HEADER_KIND,
                { context, _, name, nameLength, value, valueLength in
                    guard let fields = context?.assumingMemoryBound(to: [Headers.Field].self)
                    else { return .NO }
                    fields.pointee.append(
                        Headers.Field(
                            name: String(name, count: nameLength),
                            value: String(value, count: valueLength)
                        )
                    )
                    return .YES
                },
                fields
            )
        }
        return Headers(fields)
    }

    private func start(_ collector: BodyCollector) {
        guard collector.isExpected else { return }
        expect(within: daemon.server.limits.bodyGrace)
    }

    private func collect(_ piece: UnsafeRawBufferPointer, in collector: BodyCollector) -> Bool {
        guard collector.take(piece) else { return false }
        let limits = daemon.server.limits
        let earned = Int64(piece.count) * 1_000_000_000 / Int64(max(1, limits.bodyRate))
        let extended = Instant(nanoseconds: deadline.load(ordering: .relaxed) + earned)
        // Fast beginnings earn no right to stand still for ever.
        let latest = Instant.now + limits.bodyGrace
        deadline.store(min(extended, latest).nanoseconds, ordering: .relaxed)
        return true
    }

    private func dispatch(_ head: RequestHead, _ collector: BodyCollector) -> Bool {
        let request: Request
        do throws(HTTPError) {
            request = Request(head, body: try collector.finish())
        } catch {
            return refuse(error)
        }
        deadline.store(.max, ordering: .relaxed)
        let isTaken = lock.withLock {
            // Looked at under the lock, so that a server that gives up finds this request or is found by it.
            guard !daemon.server.isGivingUp else { return false }
            MHD_suspend_connection(handle)
            suspended.store(true, ordering: .relaxed)
            stage = .handling(nil)
            return true
        }
        guard isTaken else { return refuse(.stopping) }
        let task = Task(executorPreference: daemon.server.workers) { await self.handle(request) }
        lock.withLock {
            if case .handling(nil) = stage { stage = .handling(task) }
        }
        return true
    }

    private func send() -> Bool {
        let transmission = lock.withLock { () -> Transmission? in
            stage = .sending
            return answer.take()
        }
        guard let transmission else { return false }
        status = transmission.status
        return transmission.queue(on: handle)
    }

    /// Answers without asking the handler; libmicrohttpd closes the connection after it if the body is still to come.
    private func refuse(_ error: HTTPError) -> Bool {
        lock.withLock { stage = .sending }
        deadline.store(.max, ordering: .relaxed)
        status = error.status
        isRefused = true
        let response = Response.text(error.message + "\n", status: error.status)
        return Transmission(response, isLast: true).queue(on: handle)
    }

    private func expect(within duration: Duration) {
        deadline.store((.now + duration).nanoseconds, ordering: .relaxed)
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

// MARK: - The handler's thread

extension Connection {
    private func handle(_ request: Request) async {
        let response = await daemon.server.handler(request).fitted(to: request.head)
        let isLast = daemon.server.isStopping
        guard case .stream(let producer) = response.body, request.head.method != .head else {
            return answer(Transmission(response, isLast: isLast))
        }
        let pipe = Pipe(to: handle)
        let transmission = Transmission(response, pipe: pipe, isLast: isLast)
        guard begin(pipe) else { return }
        answer(transmission)
        let task = Task(executorPreference: daemon.server.workers) {
            do {
                try await producer(ResponseWriter(pipe: pipe))
                pipe.finish(isWhole: true)
            } catch {
                pipe.finish(isWhole: false)
            }
        }
        pipe.isFilled(by: task)
    }

    private func begin(_ pipe: Pipe) -> Bool {
        lock.withLock {
            guard case .handling = stage else { return false }
            self.pipe = pipe
            return true
        }
    }

    /// Leaves the answer and resumes the connection; the first answer counts.
    private func answer(_ transmission: consuming Transmission) {
        var transmission = Optional(transmission)
        lock.withLock {
            guard case .handling = stage else { return }
            answer = transmission.take()
            stage = .answered
            suspended.store(false, ordering: .relaxed)
            MHD_resume_connection(handle)
        }
    }
}

// MARK: - The reaper's thread

extension Connection {
    /// Whether the client has let the time pass in which it had to send something.
    func isLate(at instant: Instant) -> Bool {
        deadline.load(ordering: .relaxed) < instant.nanoseconds
    }

    /// Whether no request is in hand.
    var isIdle: Bool { idle.load(ordering: .relaxed) }

    /// Whether libmicrohttpd may not be looking at the socket, so that it would not notice a client that leaves.
    var isUnwatched: Bool {
        suspended.load(ordering: .relaxed) || lock.withLock { pipe != nil }
    }

    /// Breaks the connection; libmicrohttpd notices and closes it.
    ///
    /// Only while it is registered: afterwards the number may belong to another.
    func breakOff() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The client is gone: nobody needs the answer.
    func abandon() {
        let (task, pipe) = lock.withLock { () -> (Task<Void, Never>?, Pipe?) in
            if case .handling(let task) = stage { return (task, nil) }
            return (nil, self.pipe)
        }
        task?.cancel()
        pipe?.hangUp()
    }

    /// The server stops: a stream that has no end should find one.
    func hurry() {
        lock.withLock { pipe }?.cancelProducer()
    }

    /// The server stops now: the handler's answer comes too late.
    func giveUp() {
        abandon()
        answer(
            Transmission(
                .text(HTTPError.stopping.message, status: .serviceUnavailable),
                isLast: true
            )
        )
    }
}

extension HTTPError {
    fileprivate static let noTarget = HTTPError(.badRequest, "The request has no address.")
    fileprivate static let stopping = HTTPError(.serviceUnavailable, "The server is stopping.")
}

extension String {
    fileprivate init(_ start: UnsafePointer<CChar>?, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        self.init(decoding: bytes, as: UTF8.self)
    }
}
