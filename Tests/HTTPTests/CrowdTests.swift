import Testing
import Threads

@testable import HTTP

/// Many clients at once: none keeps others out.
struct CrowdTests {
    private static let request = "GET /fine HTTP/1.1\r\nHost: here\r\n\r\n"

    private static var crowded: Limits {
        var limits = Limits.quick
        limits.connections = 20
        return limits
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", request,
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nslow",
        "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func newClientFindsAPlaceHoweverManyWait(sent: String) async throws {
        let large = [UInt8](repeating: 0, count: 16 << 20)
        let handler: @Sendable (Request) async -> Response = { request in
            request.path == ["large"]
                ? .bytes(large, type: "image/png") : await echo(request)
        }
        try await serving(limits: Self.crowded, handler: handler) { port in
            let crowd = try (0..<100).map { _ in
                let client = try RawClient(port: port)
                client.send(sent)
                return client
            }

            #expect(try RawClient(port: port).ask(Self.request).text == "/fine")
            withExtendedLifetime(crowd) {}
        }
    }

    @Test func networkWithTheMostConnectionsLosesItsOldest() async throws {
        let folder = try TemporaryFolder()
        let listeners = [
            try Listener.tcp(host: "127.0.0.1", port: 0),
            try Listener.unix(path: folder.path + "/socket"),
        ]
        let server = Server(listeners: listeners, limits: Self.crowded, handler: echo)
        try server.start()
        let quiet = try RawClient(path: folder.path + "/socket")
        #expect(try quiet.ask(Self.request).status == 200)

        let crowd = try (0..<30).map { _ in
            let client = try RawClient(port: listeners[0].port)
            #expect(try client.ask(Self.request).status == 200)
            return client
        }

        for client in crowd.prefix(11) { #expect(try client.isClosed()) }
        for client in crowd.dropFirst(11) + [quiet] {
            #expect(try client.ask(Self.request).status == 200)
        }
        await server.stop()
    }

    @Test func runningRequestKeepsItsConnection() async throws {
        let gate = Gate()
        let handler: @Sendable (Request) async -> Response = { request in
            if request.path == ["slow"] { await gate.pass() }
            return await echo(request)
        }
        try await serving(limits: Self.crowded, handler: handler) { port in
            let patient = try RawClient(port: port)
            patient.send("GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
            let crowd = try (0..<50).map { _ in
                let client = try RawClient(port: port)
                #expect(try client.ask(Self.request).status == 200)
                return client
            }

            gate.open()

            #expect(try patient.receive().text == "/slow")
            withExtendedLifetime(crowd) {}
        }
    }

    @Test func slowBodyLosesItsMemoryToALaterOne() async throws {
        var limits = Limits.quick
        limits.bodyMemory = 1000
        limits.networkThreads = 1
        try await serving(limits: limits) { port in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 600\r\n\r\n"
            let slow = try RawClient(port: port)
            slow.send(head + String(repeating: "a", count: 599))
            let body = [UInt8](repeating: 0, count: 600)
            // A single thread reads what the slow client sent first.
            var answers = [try RawClient(port: port).ask(head, body: body)]

            slow.send("a")
            answers.append(try slow.receive())

            #expect(answers.map(\.status) == [200, 503])
            #expect(try RawClient(port: port).ask(head, body: body).status == 200)
        }
    }
}
