internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// The part of the handler's thread.
extension ClientConnection {
    /// - Parameter isLast: Whether the connection ends with the response.
    func handle(_ request: Request, with handler: RequestHandler, isLast: Bool) async {
        let response = await handler.respond(request).fitted(to: request.head)
        let isLast = isLast || daemon.server.isStopping
        guard case .stream(let producer) = response.body, request.head.method != .head else {
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
            guard case .handling = stage else { return false }
            self.pipe = pipe
            return true
        }
    }

    /// Stores the response and resumes the connection; only the first response counts.
    func answer(_ queued: consuming QueuedResponse) {
        var queued = Optional(queued)
        lock.withLock {
            guard case .handling = stage else { return }
            answer = queued.take()
            stage = .answered
            suspended.store(false, ordering: .relaxed)
            MHD_resume_connection(handle)
        }
    }
}
