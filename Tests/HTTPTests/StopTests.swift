import Glibc
import Testing
import Threads

@testable import HTTP

struct StopTests {
    @Test func finishesARunningRequest() async throws {
        let started = Gate()
        let goOn = Gate()
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        let server = Server(listeners: [listener], limits: .quick) { _ in
            started.open()
            await goOn.pass()
            return .text("done")
        }
        try server.start()
        let client = try RawClient(port: listener.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await started.pass()

        let stopping = Task { await server.stop(within: .seconds(1000)) }
        while !isRefused(port: listener.port) { await Task.yield() }
        goOn.open()
        let answer = try client.receive()
        await stopping.value

        #expect(answer.text == "done")
        #expect(answer.headers["connection"] == "close")
        #expect(try client.isClosed())
    }

    /// Otherwise a browser that connects just before the server restarts would get no response at all.
    @Test func answersAConnectionThatWasJustAccepted() async throws {
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        var limits = Limits.quick
        // The silent client is accepted before the one that sends a request.
        limits.networkThreads = 1
        limits.firstRequest = .seconds(1000)
        let server = Server(listeners: [listener], limits: limits, handler: echo)
        try server.start()
        let client = try RawClient(port: listener.port)
        let other = try RawClient(port: listener.port)
        let request = "GET /y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        #expect(try other.ask(request).text == "/y")

        let stopping = Task { await server.stop(within: .seconds(1000)) }
        while !isRefused(port: listener.port) { await Task.yield() }
        let answer = try client.ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        await stopping.value

        #expect(answer.text == "/x")
        #expect(try client.isClosed())
    }

    @Test func answersEveryClientWhileServersHandTheirSocketsOver() async throws {
        let first = try Listener.tcp(host: "127.0.0.1", port: 0)
        let port = first.port
        var limits = Limits.quick
        limits.firstRequest = .seconds(1000)
        let isOver = Locked(false)
        let clients = ThreadPool(threads: 4)
        let tasks = (0..<4).map { _ in
            Task(executorPreference: clients) {
                let request = "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                while !isOver.withLock({ $0 }) {
                    let answer = try RawClient(port: port).ask(request)
                    #expect(answer.text == "/x")
                }
            }
        }

        // On a thread of its own, because other tests keep those of Swift's pool busy while clients wait.
        let servers = ThreadPool(threads: 1)
        let last = try await Task(executorPreference: servers) { [limits] in
            var listener = first
            for _ in 0..<50 {
                let server = Server(listeners: [listener], limits: limits, handler: echo)
                try server.start()
                let sockets = listener.handOver()
                await server.stop(within: .seconds(1000))
                listener = try #require(Listener.inherited(sockets))
            }
            let last = Server(listeners: [listener], limits: limits, handler: echo)
            try last.start()
            return last
        }.value
        isOver.withLock { $0 = true }
        for task in tasks { try await task.value }
        await last.stop()
        await clients.stop()
        await servers.stop()
    }

    @Test func closesIdleConnections() async throws {
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        var limits = Limits.quick
        limits.firstRequest = .zero
        let server = Server(listeners: [listener], limits: limits, handler: echo)
        try server.start()
        let client = try RawClient(port: listener.port)
        #expect(try client.ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").text == "/x")

        await server.stop(within: .seconds(1000))

        #expect(try client.isClosed())
    }

    @Test func endsEndlessStreams() async throws {
        let never = Gate()
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        let server = Server(listeners: [listener], limits: .quick) { _ in
            .stream(type: "text/event-stream") { writer in
                try await writer.write("data: 1\n\n")
                await withTaskCancellationHandler {
                    await never.pass()
                } onCancel: {
                    never.open()
                }
            }
        }
        try server.start()
        let client = try RawClient(port: listener.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.readHead()
        #expect(try client.chunk() == Array("data: 1\n\n".utf8))

        await server.stop(within: .seconds(1000))

        #expect(try client.chunk() == nil)
        #expect(try client.isClosed())
    }

    @Test func givesUpOnSlowRequests() async throws {
        let started = Gate()
        let goOn = Gate()
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        let server = Server(listeners: [listener], limits: .quick) { request in
            if request.path == ["stream"] {
                return .stream(type: "text/plain") { writer in
                    try await writer.write("x")
                    started.open()
                    await goOn.pass()
                    try await writer.write("y")
                }
            }
            started.open()
            await goOn.pass()
            return .text("too late")
        }
        try server.start()
        let handled = try RawClient(port: listener.port)
        handled.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let streamed = try RawClient(port: listener.port)
        streamed.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        await started.pass()
        await started.pass()

        await server.stop(within: .milliseconds(50))

        // The handler is cancelled or the connection is closed, but there is no normal response.
        let status = try? handled.receive().status
        #expect(status == nil || status == 503)
        _ = try? streamed.readHead()
        #expect(throws: RawClient.Failure.self) { while try streamed.chunk() != nil {} }
        goOn.open()
        goOn.open()
    }

    @Test func canBeRequestedTwice() async throws {
        let server = Server(
            listeners: [try Listener.tcp(host: "127.0.0.1", port: 0)],
            limits: .quick,
            handler: echo
        )
        try server.start()

        async let first: Void = server.stop()
        async let second: Void = server.stop()
        _ = await (first, second)
        await server.stop()
    }

    @Test func survivesClientsThatConnectAndLeaveMeanwhile() async throws {
        for _ in 0..<20 {
            let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
            let server = Server(listeners: [listener], limits: .quick, handler: echo)
            try server.start()
            let port = listener.port
            let clients = ThreadPool(threads: 4)
            let tasks = (0..<4).map { _ in
                Task(executorPreference: clients) {
                    // Until the server refuses: each request gets a complete response or none.
                    while let client = try? RawClient(port: port) {
                        while let answer = try? client.ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") {
                            #expect(answer.text == "/x" || answer.status == 503)
                        }
                    }
                }
            }
            _ = try RawClient(port: port).ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")

            await server.stop()

            for task in tasks { await task.value }
            await clients.stop()
        }
    }

    private func isRefused(port: Int) -> Bool {
        (try? RawClient(port: port)) == nil
    }
}
