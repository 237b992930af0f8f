internal import CMicrohttpd
internal import Synchronization
internal import Threads

/// libmicrohttpd's thread: from the head to the handler, and the answer back.
extension Connection {
    func receiveHead(method: String, version: String) -> Bool {
        self.method = method
        do throws(HTTPError) {
            guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
                throw HTTPError(.versionNotSupported, message: "Only HTTP/1.1 is spoken here.")
            }
            guard let known = Method(rawValue: method) else {
                throw HTTPError(.notImplemented, message: "This method is not known here.")
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

    func collect(_ piece: UnsafeRawBufferPointer, in collector: BodyCollector) -> Bool {
        guard collector.take(piece) else { return false }
        let limits = daemon.server.limits
        let earned = Int64(piece.count) * 1_000_000_000 / Int64(max(1, limits.bodyRate))
        let extended = Instant(nanoseconds: deadline.load(ordering: .relaxed) + earned)
        // Fast beginnings earn no right to stand still for ever.
        let latest = Instant.now + limits.bodyGrace
        deadline.store(min(extended, latest).nanoseconds, ordering: .relaxed)
        return true
    }

    func dispatch(_ head: RequestHead, _ collector: BodyCollector) -> Bool {
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

    func send() -> Bool {
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
        let response = daemon.server.refusal(error, address)
        return Transmission(response, isLast: true).queue(on: handle)
    }
}

extension String {
    fileprivate init(_ start: UnsafePointer<CChar>?, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        self.init(decoding: bytes, as: UTF8.self)
    }
}
