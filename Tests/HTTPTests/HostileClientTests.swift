import Glibc
import Testing
import Threads

@testable import HTTP

struct HostileClientTests {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
        ("GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: a\r\n\r\n", 200),
        ("GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%c0%ae%c0%ae/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\nx", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx", 400),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n", 400
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n", 417),
        ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        ("GET /?\(String(repeating: "a&", count: 1000)) HTTP/1.1\r\nHost: a\r\n\r\n", 200),
        ("GET /?\(String(repeating: "a&", count: 1001)) HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ])
    func malformedRequestGetsOneResponse(request: String, status: Int) async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            let answer = try client.ask(request)

            #expect(answer.status == status)
            if status != 200 {
                #expect(answer.headers["connection"]?.lowercased() == "close")
                // libmicrohttpd sends the head twice if it refuses a Content-Length itself.
                client.drop()
                #expect(try client.isClosed())
            }
        }
    }

    /// libmicrohttpd passes these on as if they were well-formed.
    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n 0\r\n\r\nhello",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n \r\nY: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n\tb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\u{0}0\r\n\r\nhello",
        "GET / HTTP/1.1\r\nHost: a\r\n\u{0}X: a\r\n\r\n",
        "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.0\n\r\n",
        "GET / HTTP/1.0\r\n\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func headWithHiddenBytesIsRefused(request: String) async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            let answer = try client.ask(request + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.status == 400)
            #expect(try client.isClosed())
        }
    }

    @Test(arguments: ["X:\r\n", "X: \t \r\n", "X:a\r\n", "X: \t a \t\r\n", ""])
    func headWithoutHiddenBytesIsAccepted(line: String) async throws {
        try await serving { port in
            let client = try RawClient(port: port)
            let request = "GET /a%20b?c=d&e HTTP/1.1\r\n\(line)Host: a\r\n\(line)\r\n"

            for _ in 0..<3 { client.send("\r\n" + request) }

            for _ in 0..<3 { #expect(try client.receive().text == "/a b") }
        }
    }

    @Test(arguments: [
        "\r\n\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
    ])
    func noiseGetsNoResponse(noise: String) async throws {
        var limits = Limits.quick
        limits.head = .milliseconds(200)
        try await serving(limits: limits) { port in
            let client = try RawClient(port: port)
            client.send(noise)
            client.finishSending()

            let status = try? client.receive().status

            #expect(status.map { (400..<506).contains($0) } ?? true)
            try expectService(on: port)
        }
    }

    @Test func headOfTenMegabytesIsRefused() async throws {
        try await serving { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            client.send([UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
            client.send("\r\n\r\n")

            // The server has long stopped reading, so the response may be lost with the connection.
            let status = try? client.receive().status

            #expect(status == nil || [413, 414, 431].contains(status))
            try expectService(on: port)
        }
    }

    @Test func tooLargeBodyIsRefusedWhileItIsSent() async throws {
        try await serving { port in
            let client = try RawClient(port: port)
            let body = [UInt8](repeating: 0, count: 8 << 20)

            let answer = try client.ask(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n",
                body: body
            )

            #expect(answer.status == 413)
        }
    }

    @Test func tooLargeChunkedBodyIsRefused() async throws {
        try await serving(bodyPolicy: { _ in .memory(limit: 1000) }) { port in
            let client = try RawClient(port: port)

            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            client.send("3e8\r\n" + String(repeating: "a", count: 1000) + "\r\n1\r\na\r\n0\r\n\r\n")

            #expect(try client.receive().status == 413)
            #expect(try client.isClosed())
        }
    }

    @Test func endlessChunkedBodyIsCutOff() async throws {
        try await serving(bodyPolicy: { _ in .memory(limit: 1000) }) { port in
            let client = try RawClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"

            var isTaken = true
            for _ in 0..<1000 where isTaken { isTaken = client.send(chunk) }

            #expect(!isTaken)
            try expectService(on: port)
        }
    }

    @Test func fiveHundredSlowClientsDoNotBlockOthers() async throws {
        var limits = Limits.quick
        limits.head = .milliseconds(300)
        try await serving(limits: limits) { port in
            let slow = try (0..<500).map { _ in
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
                return client
            }

            try expectService(on: port)
            // A server that only measures idle time would wait forever.
            var open = slow
            while !open.isEmpty {
                open = open.filter { $0.send("x") && !$0.hasEnd }
            }

            try expectService(on: port)
        }
    }

    @Test func slowBodyIsCutOff() async throws {
        var limits = Limits.quick
        limits.bodyGrace = .milliseconds(200)
        limits.bodyRate = 100_000_000
        try await serving(limits: limits) { port in
            let client = try RawClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")

            while client.send("x"), !client.hasEnd {}

            try expectService(on: port)
        }
    }

    @Test func silentClientIsCutOff() async throws {
        var limits = Limits.quick
        limits.head = .milliseconds(100)
        limits.idle = .milliseconds(100)
        try await serving(limits: limits) { port in
            let silent = try RawClient(port: port)
            #expect(try silent.isClosed())

            let silentAfterwards = try RawClient(port: port)
            #expect(try silentAfterwards.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
            #expect(try silentAfterwards.isClosed())
        }
    }

    private func expectService(on port: Int) throws {
        let answer = try RawClient(port: port).ask("GET /fine HTTP/1.1\r\nHost: here\r\n\r\n")
        #expect(answer.text == "/fine")
    }
}
