internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// The part of libmicrohttpd's thread: from the head to the handler, and the response back.
extension ClientConnection {
    func receiveHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> Bool {
        self.method = String(cString: method)
        let version = (name: String(cString: version), start: version)
        do throws(HTTPError) {
            guard version.name == "HTTP/1.1" || version.name == "HTTP/1.0" else {
                throw HTTPError(.versionNotSupported, message: "Only HTTP/1.1 is supported.")
            }
            guard let known = Method(rawValue: self.method) else {
                throw HTTPError(.notImplemented, message: "This method is not supported.")
            }
            let target = try target.get()
            var layout = HeadLayout(method: method)
            layout.add(uri)
            layout.add(UnsafeRawBufferPointer(start: version.start, count: version.name.utf8.count))
            var headers = readHeaders(&layout)
            guard layout.isExact(size: omena_mhd_head_size(handle)) else { throw .inexactHead }
            let framing = try HeadRules.check(
                headers,
                isVersion11: version.name == "HTTP/1.1",
                authority: target.authority
            )
            headers.trimValues()
            let head = RequestHead(
                method: known,
                target: target,
                headers: headers,
                peer: peer,
                isSecure: daemon.isSecure,
                hasBody: framing != .none
            )
            return try admit(head, framing, daemon.server.handler(head))
        } catch {
            return refuse(error)
        }
    }

    /// Decides about the body before any of it is read.
    private func admit(
        _ head: RequestHead,
        _ framing: HeadRules.Framing,
        _ handler: RequestHandler
    ) throws(HTTPError) -> Bool {
        if head.hasBody, handler.bodyPolicy == .unread {
            isRefused = true
            return dispatch(Request(head), to: handler)
        }
        if head.hasBody, case .arriving(let limit) = handler.bodyPolicy {
            if case .length(let length) = framing, length > UInt64(limit) {
                throw BodyCollector.tooLarge
            }
            // Until the handler reads it.
            isRefused = true
            let body = ArrivingBody(of: self, limit: limit)
            lock.withLock { arriving = body }
            return dispatch(Request(head, body: .arriving(body)), to: handler)
        }
        let collector = try BodyCollector(framing, policy: handler.bodyPolicy) {
            HeldBody(in: daemon.server.bodyMemory, of: network)
        }
        lock.withLock { stage = .collecting(head, handler, collector) }
        if head.hasBody { expect(within: daemon.server.limits.bodyGrace) }
        return true
    }

    private func readHeaders(_ layout: inout HeadLayout) -> Headers {
        var received = (fields: [Headers.Field](), layout: layout)
        withUnsafeMutablePointer(to: &received) { received in
            _ = MHD_get_connection_values_n(
                handle,
                .HEADER_KIND,
                { context, _, name, nameLength, value, valueLength in
                    guard
                        let received = context?.assumingMemoryBound(
                            to: (fields: [Headers.Field], layout: HeadLayout).self
                        )
                    else { return .NO }
                    let name = UnsafeRawBufferPointer(start: name, count: nameLength)
                    let value = UnsafeRawBufferPointer(start: value, count: valueLength)
                    received.pointee.layout.add(name: name, value: value)
                    received.pointee.fields.append(
                        Headers.Field(
                            name: String(decoding: name, as: UTF8.self),
                            value: String(decoding: value, as: UTF8.self)
                        )
                    )
                    return .YES
                },
                received
            )
        }
        layout = received.layout
        return Headers(received.fields)
    }

    func collect(_ piece: UnsafeRawBufferPointer, in collector: BodyCollector) -> Bool {
        guard collector.take(piece) else { return false }
        extendDeadline(after: piece)
        return true
    }

    /// Gives a piece to the handler, which may have to catch up before more is read.
    func pass(_ piece: UnsafeRawBufferPointer, to body: ArrivingBody) -> Bool {
        // While the client has to wait, it has no deadline.
        if !body.isFull { extendDeadline(after: piece) }
        return body.take(piece)
    }

    private func extendDeadline(after piece: UnsafeRawBufferPointer) {
        let limits = daemon.server.limits
        let earned = Int64(piece.count) * 1_000_000_000 / Int64(max(1, limits.bodyRate))
        let extended = Instant(nanoseconds: deadline.load(ordering: .relaxed) + earned)
        // However fast the body began, it may not stall for longer than the grace period.
        let now = Instant.now
        let latest = now + limits.bodyGrace
        lastStep.store(now.nanoseconds, ordering: .relaxed)
        deadline.store(min(extended, latest).nanoseconds, ordering: .relaxed)
    }

    /// The handler reads the body now.
    func receive(_ body: ArrivingBody) -> Bool {
        lock.withLock {
            guard case .handling(let task) = stage else { return false }
            stage = .passing(body, task, hasBegun: false)
            expect(within: daemon.server.limits.bodyGrace)
            suspended.store(false, ordering: .relaxed)
            MHD_resume_connection(handle)
            return true
        }
    }

    /// The whole body has been given to the handler.
    func finish(_ body: ArrivingBody) -> Bool {
        body.finish()
        deadline.store(.max, ordering: .relaxed)
        let waits = lock.withLock {
            guard case .passing(_, let task, _) = stage, !hasAnswer else { return false }
            MHD_suspend_connection(handle)
            suspended.store(true, ordering: .relaxed)
            stage = .handling(task)
            return true
        }
        return waits || send()
    }

    func finish(
        _ head: RequestHead,
        _ collector: BodyCollector,
        for handler: RequestHandler
    ) -> Bool {
        do throws(HTTPError) {
            let request = Request(head, body: try collector.finish())
            return dispatch(request, holding: collector.held, to: handler)
        } catch {
            return refuse(error)
        }
    }

    /// - Parameter body: Kept until the handler has answered.
    private func dispatch(
        _ request: Request,
        holding body: HeldBody? = nil,
        to handler: RequestHandler
    ) -> Bool {
        deadline.store(.max, ordering: .relaxed)
        let isTaken = lock.withLock {
            // Read under the lock, so that a server that gives up either finds this request or is seen here.
            guard !daemon.server.isGivingUp else { return false }
            MHD_suspend_connection(handle)
            suspended.store(true, ordering: .relaxed)
            stage = .handling(nil)
            return true
        }
        guard isTaken else { return refuse(.stopping) }
        let isLast = isRefused
        let task = Task(executorPreference: daemon.server.workers) {
            await self.handle(request, holding: body, with: handler, isLast: isLast)
        }
        lock.withLock {
            switch stage {
            case .handling(nil): stage = .handling(task)
            case .passing(let body, nil, let hasBegun):
                stage = .passing(body, task, hasBegun: hasBegun)
            default: break
            }
        }
        return true
    }

    func send() -> Bool {
        lastStep.store(Instant.now.nanoseconds, ordering: .relaxed)
        let queued = lock.withLock { () -> QueuedResponse? in
            stage = .sending
            return answer.take()
        }
        guard let queued else { return false }
        status = queued.status
        return queued.queue(on: handle)
    }

    /// Responds without the handler; then libmicrohttpd closes the connection if the body has not arrived.
    private func refuse(_ error: HTTPError) -> Bool {
        lock.withLock { stage = .sending }
        deadline.store(.max, ordering: .relaxed)
        status = error.status
        isRefused = true
        let response = daemon.server.refusal(error, address)
        return QueuedResponse(response, isLast: true).queue(on: handle)
    }
}
