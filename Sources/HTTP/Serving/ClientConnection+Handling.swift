internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// The part of the handler's thread.
extension ClientConnection {
    /// - Parameters:
    ///   - body: The request's, as far as it is in memory.
    ///   - isLast: Whether the connection ends with the response.
    func handle(
        _ request: Request,
        holding body: HeldBody?,
        with handler: RequestHandler,
        isLast: Bool
    ) async {
        let response = await handler.respond(request).fitted(to: request.head)
        // Before anybody has the response, whose next request may need the memory.
        body?.end()
        // A body that was not read is refused with the connection.
        let isUnread = if case .arriving(let body) = request.body { !body.isWhole } else { isLast }
        let isLast = isUnread || daemon.server.isStopping
        guard case .stream(let producer) = response.body, request.head.method != .head else {
            if case .file(let file) = request.body { file.end() }
            return answer(QueuedResponse(response, isLast: isLast))
        }
        let pipe = Pipe(to: self)
        let queued = QueuedResponse(response, pipe: pipe, isLast: isLast)
        guard begin(pipe) else { return }
        answer(queued)
        let task = Task(executorPreference: daemon.server.workers) {
            do {
                try await producer(ResponseWriter(pipe: pipe))
                pipe.finish(isWhole: true)
            } catch {
                pipe.finish(isWhole: false)
            }
        }
        pipe.setProducer(task)
    }

    private func begin(_ pipe: Pipe) -> Bool {
        lock.withLock {
            guard isHandling else { return false }
            self.pipe = pipe
            return true
        }
    }

    /// Stores the response and resumes the connection; only the first response counts.
    func answer(_ queued: consuming QueuedResponse) {
        var queued = Optional(queued)
        let body = lock.withLock { () -> ArrivingBody? in
            guard isHandling else { return nil }
            answer = queued.take()
            hasAnswer = true
            // It is sent when the rest of the body has arrived.
            if case .passing(let body, _, _) = stage { return body }
            stage = .answered
            suspended.store(false, ordering: .relaxed)
            MHD_resume_connection(handle)
            return nil
        }
        body?.dropRest()
    }

    /// Whether the handler has not answered yet; `lock` must be held.
    private var isHandling: Bool {
        switch stage {
        case .handling, .passing: !hasAnswer
        default: false
        }
    }
}
