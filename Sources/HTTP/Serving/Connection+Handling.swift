internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// The handler's thread.
extension Connection {
    func handle(_ request: Request) async {
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
    func answer(_ transmission: consuming Transmission) {
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
