import Glibc
import Testing
import Threads

@testable import HTTP

/// Requests that one server passes on to another behind a Unix socket.
struct ForwardingTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/inner"
    }

    /// Runs a server and one in front of it, which counts as the client at `192.0.2.1`.
    private func forwarding(
        limit: Int = 8 << 20,
        inner: @escaping @Sendable (RequestHead) -> RequestHandler,
        _ body: (Int) async throws -> Void
    ) async throws {
        let listener = try Listener.unix(path: path)
        let server = Server(
            listeners: [listener],
            limits: .quick,
            refusal: { error, _ in .text(error.message, status: error.status) },
            handler: inner
        )
        try server.start()
        do {
            try await inFront(limit: limit, body)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func inFront(
        limit: Int = 8 << 20,
        _ body: (Int) async throws -> Void
    ) async throws {
        let forwarder = Forwarder(toSocket: path)
        try await serving(
            bodyPolicy: { Forwarder.bodyPolicy(of: $0, limit: limit) },
            handler: { request in
                do {
                    return try await forwarder.forward(request, adding: "Client", "192.0.2.1")
                } catch let error as HTTPError {
                    return .text(error.message, status: error.status)
                } catch {
                    return .text("\(error)", status: .serviceUnavailable)
                }
            },
            body
        )
    }

    private static func collecting(
        _ respond: @escaping @Sendable (Request) async -> Response
    ) -> @Sendable (RequestHead) -> RequestHandler {
        { _ in RequestHandler(bodyPolicy: .memory(limit: 8 << 20), respond: respond) }
    }

    @Test func passesHeadsAndSmallBodiesOn() async throws {
        let inner = Self.collecting { request in
            let told = [request.method.rawValue, request.target.raw, request.headers["X"] ?? ""]
            return Response(
                .created,
                headers: ["X": "1", "ETag": "\"a\"", "Content-Type": "text/plain"],
                body: .bytes(Array(told.joined(separator: " ").utf8) + request.bytes)
            )
            .with(SetCookie("a", "1", isSecure: false)).with(SetCookie("b", "2", isSecure: false))
        }
        try await forwarding(inner: inner) { port in
            let client = try RawClient(port: port)
            for _ in 1...3 {
                let answer = try client.ask(
                    "POST /~a/b?c=%2F HTTP/1.1\r\nHost: a\r\nX: y\r\nContent-Length: 3\r\n\r\n",
                    body: [33, 33, 33]
                )
                #expect(answer.status == 201)
                #expect(answer.text == "POST /~a/b?c=%2F y!!!")
                #expect(answer.headers["etag"] == "\"a\"")
                #expect(answer.headers["content-length"] == "21")
            }
            let head = try client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(head.status == 201)
            #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "GET / ")
        }
    }

    /// What a client sends in the name of the server in front changes nothing.
    @Test(arguments: ["Client: 198.51.100.7", "client:x\r\nCLIENT: y", "Connection: Client"])
    func clientCannotSayWhoItIs(header: String) async throws {
        let inner = Self.collecting { request in
            .text(request.headers.all("Client").joined(separator: "|"))
        }
        try await forwarding(inner: inner) { port in
            let client = try RawClient(port: port)
            let answer = try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\n")
            #expect(answer.text == "192.0.2.1")
        }
    }

    @Test func passesLargeBodiesOnWhileTheyArrive() async throws {
        let arrived = Tally()
        let gate = Gate()
        let inner: @Sendable (RequestHead) -> RequestHandler = { _ in
            RequestHandler(bodyPolicy: .arriving(limit: 8 << 20)) { request in
                guard case .arriving(let body) = request.body else { return .text("no body") }
                var sum = 0
                do {
                    while let piece = try await body.read() {
                        sum += piece.reduce(0) { $0 + Int($1) }
                        arrived.add(piece.count)
                        gate.open()
                    }
                } catch {
                    return .text("\(error)", status: .badRequest)
                }
                return .text("\(sum)")
            }
        }
        try await forwarding(inner: inner) { port in
            for isChunked in [false, true] {
                let client = try RawClient(port: port)
                let piece = [UInt8](repeating: 3, count: 100_000)
                let framing =
                    isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(20 * piece.count)"
                client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
                for number in 1...20 {
                    if isChunked { client.send("\(String(piece.count, radix: 16))\r\n") }
                    client.send(piece)
                    if isChunked { client.send("\r\n") }
                    // The first bytes are there before the last ones are sent.
                    if number == 1 { await gate.pass() }
                }
                if isChunked { client.send("0\r\n\r\n") }
                #expect(try client.receive().text == "6000000")
                // The connection goes on.
                #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "no body")
            }
        }
    }

    @Test func makesAClientWaitForAServerThatReadsSlowly() async throws {
        let gate = Gate()
        let read = Tally()
        let inner: @Sendable (RequestHead) -> RequestHandler = { _ in
            RequestHandler(bodyPolicy: .arriving(limit: 64 << 20)) { request in
                guard case .arriving(let body) = request.body else { return .noContent }
                await gate.pass()
                while let piece = try? await body.read() { read.add(piece.count) }
                return .text("\(read.total)")
            }
        }
        try await forwarding(limit: 64 << 20, inner: inner) { port in
            let client = try RawClient(port: port)
            _ = fcntl(client.socket, F_SETFL, O_NONBLOCK)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 64000000\r\n\r\n")
            let piece = [UInt8](repeating: 1, count: 64_000)
            // What is sent before the server reads fits into buffers, and is far from all.
            var sent = 0
            var pauses = 0
            while pauses < 50 {
                let count = Glibc.send(client.socket, piece, piece.count, Int32(MSG_NOSIGNAL))
                if count > 0 { (sent, pauses) = (sent + count, 0) } else { pauses += 1 }
                usleep(2_000)
            }
            #expect(sent < 16_000_000)
            gate.open()
            _ = fcntl(client.socket, F_SETFL, 0)
            while sent < 64_000_000 {
                let count = min(piece.count, 64_000_000 - sent)
                client.send(piece.prefix(count))
                sent += count
            }
            #expect(try client.receive().text == "64000000")
        }
    }

    @Test func refusesABodyAsTheServerDoes() async throws {
        let inner: @Sendable (RequestHead) -> RequestHandler = { _ in
            RequestHandler(bodyPolicy: .unread) { _ in .text("who are you?", status: .unauthorized)
            }
        }
        try await forwarding(inner: inner) { port in
            for size in [10, 5 << 20] {
                let client = try RawClient(port: port)
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
                // None of the large body is wanted; a small one is read and passed on.
                if size == 10 { client.send([UInt8](repeating: 1, count: size)) }
                let answer = try client.receive()
                #expect(answer.status == 401 && answer.text == "who are you?")
            }
        }
    }

    @Test func refusesABodyThatIsTooLarge() async throws {
        let inner = Self.collecting { .text("\($0.bytes.count)") }
        try await forwarding(limit: 100_000, inner: inner) { port in
            let client = try RawClient(port: port)
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n"
            #expect(try client.ask(head).status == 413)
            let second = try RawClient(port: port)
            second.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            second.send("186a1\r\n")
            second.send([UInt8](repeating: 1, count: 100_001))
            second.send("\r\n0\r\n\r\n")
            #expect(try second.receive().status == 413)
        }
    }

    @Test func passesStreamsOnAsTheyAreWritten() async throws {
        let gate = Gate()
        let inner = Self.collecting { _ in .events(waitingAt: gate) }
        try await forwarding(inner: inner) { port in
            try RawClient(port: port).expectEvents(opening: gate)
        }
    }

    @Test func makesTheServerWaitForASlowClient() async throws {
        let written = Tally()
        let inner = Self.collecting { _ in .pieces(500, countedBy: written) }
        try await forwarding(inner: inner) { port in
            try RawClient(port: port).expectPieces(500, countedBy: written)
        }
    }

    @Test func keepsTheLengthOfALargeBody() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let inner = Self.collecting { _ in .bytes(bytes, type: "image/png") }
        try await forwarding(inner: inner) { port in
            let client = try RawClient(port: port)
            for _ in 1...3 {
                let answer = try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.headers["content-length"] == "1000000")
                #expect(answer.body == bytes)
            }
            let part = try client.ask("GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=5-9\r\n\r\n")
            #expect(part.status == 206 && part.body == Array(bytes[5...9]))
        }
    }

    @Test func tellsTheServerThatTheClientLeft() async throws {
        let (started, left, never) = (Gate(), Gate(), Gate())
        let inner = Self.collecting { _ in
            started.open()
            await withTaskCancellationHandler {
                await never.pass()
            } onCancel: {
                left.open()
                never.open()
            }
            return .noContent
        }
        try await forwarding(inner: inner) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.pass()
            client = nil
            await left.pass()
        }
    }

    @Test func tellsTheServerThatTheClientLeftDuringItsBody() async throws {
        let (started, left) = (Gate(), Gate())
        let inner: @Sendable (RequestHead) -> RequestHandler = { _ in
            RequestHandler(bodyPolicy: .arriving(limit: 8 << 20)) { request in
                guard case .arriving(let body) = request.body else { return .noContent }
                do {
                    while try await body.read() != nil { started.open() }
                } catch {
                    left.open()
                }
                return .noContent
            }
        }
        try await forwarding(inner: inner) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc")
            await started.pass()
            client = nil
            await left.pass()
        }
    }

    @Test func cutsAResponseThatBreaksOff() async throws {
        let gate = Gate()
        let inner = Self.collecting { _ in
            .stream(type: "text/plain") { writer in
                try await writer.write("half")
                await gate.pass()
                throw ClientGone()
            }
        }
        try await forwarding(inner: inner) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            try client.readHead()
            #expect(try client.chunk() == Array("half".utf8))
            gate.open()
            #expect(throws: RawClient.Failure.self) { try client.chunk() }
        }
    }

    @Test func saysThatNobodyAnswers() async throws {
        try await inFront { port in
            let client = try RawClient(port: port)
            #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").text == "unreachable")
            // A socket where nobody listens any more.
            let listener = try Listener.unix(path: path)
            let socket = dup(listener.sockets[0])
            defer { close(socket) }
            listener.close()
            #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 503)
        }
    }

    @Test func saysThatTheServerBrokeOff() async throws {
        let listener = try Listener.unix(path: path)
        try await inFront { port in
            let client = try RawClient(port: port)
            for sent in [
                "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "nonsense\r\n\r\n",
            ] {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na")
                let socket = try accept(from: listener)
                var buffer = [UInt8](repeating: 0, count: 4096)
                _ = recv(socket, &buffer, buffer.count, 0)
                _ = Glibc.send(socket, sent, sent.utf8.count, Int32(MSG_NOSIGNAL))
                close(socket)
                let answer = try client.receive()
                #expect(answer.status == 503)
            }
        }
    }

    private func accept(from listener: Listener) throws -> Int32 {
        var state = pollfd(fd: listener.sockets[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 20_000) == 1)
        return Glibc.accept(listener.sockets[0], nil, nil)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 99 Odd\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    ])
    func refusesAResponseThatIsNotOne(text: String) {
        #expect(throws: ForwardingError.malformed) {
            try ForwardingConnection.ResponseHead(Array(text.utf8))
        }
    }

    @Test func manyClientsShareOneServer() async throws {
        let inner = Self.collecting { .text("\($0.path.joined())") }
        try await forwarding(inner: inner) { port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        let client = try RawClient(port: port)
                        for turn in 0..<50 {
                            let path = "\(number)x\(turn)"
                            let answer = try client.ask("GET /\(path) HTTP/1.1\r\nHost: a\r\n\r\n")
                            #expect(answer.text == path)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
