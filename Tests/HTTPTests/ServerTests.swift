import Compression
import Glibc
import Testing
import Threads

@testable import HTTP

struct ServerTests {
    @Test func answersRequestsOnOneConnection() async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            let first = try client.ask("GET /one HTTP/1.1\r\nHost: here\r\n\r\n")
            let second = try client.ask("GET /two%20words HTTP/1.1\r\nHost: here\r\n\r\n")

            #expect(first.status == 200)
            #expect(first.text == "/one")
            #expect(first.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(second.text == "/two words")
        }
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            client.send((1...50).map { "GET /\($0) HTTP/1.1\r\nHost: here\r\n\r\n" }.joined())
            let answers = try (1...50).map { _ in try client.receive().text }

            #expect(answers == (1...50).map { "/\($0)" })
        }
    }

    @Test func echoesABody() async throws {
        try await serving { port in
            let client = try RawClient(port: port)
            let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

            let answer = try client.ask(
                "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: \(body.count)\r\n\r\n",
                body: body
            )

            #expect(answer.body == body)
        }
    }

    @Test func echoesAChunkedBody() async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            let answer = try client.ask(
                "POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nome\r\n2;x=y\r\nna\r\n0\r\nTrailer: x\r\n\r\n"
            )
            let next = try client.ask("GET /next HTTP/1.1\r\nHost: here\r\n\r\n")

            #expect(answer.text == "omena")
            #expect(next.text == "/next")
        }
    }

    @Test func sendsOnlyTheHeadForHEAD() async throws {
        try await serving { port in
            let client = try RawClient(port: port)

            let head = try client.ask("HEAD /four HTTP/1.1\r\nHost: here\r\n\r\n")
            let next = try client.ask("GET /four HTTP/1.1\r\nHost: here\r\n\r\n")

            #expect(head.headers["content-length"] == "5")
            #expect(head.headers["content-type"] == next.headers["content-type"])
            #expect(next.text == "/four")
        }
    }

    @Test func sendsContinueOnlyForABodyThatItAccepts() async throws {
        try await serving(bodyPolicy: { _ in .memory(limit: 10) }) { port in
            let wanted = try RawClient(port: port)
            wanted.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try wanted.receive().status == 100)
            #expect(try wanted.ask("omena").text == "omena")

            let unwanted = try RawClient(port: port)
            unwanted.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(try unwanted.receive().status == 413)
            #expect(try unwanted.isClosed())
        }
    }

    @Test func passesTheRequestToTheHandler() async throws {
        let handler: @Sendable (Request) async -> Response = { request in
            .text(
                "\(request.method) \(request.path) \(request.query["deck"] ?? "-") "
                    + "\(request.host ?? "-") \(request.cookies.all("session").first ?? "-") "
                    + "\(request.headers["x-blank"] ?? "-"). \(request.peer) \(request.isSecure)"
            )
        }
        try await serving(handler: handler) { port in
            let answer = try RawClient(port: port).ask(
                "DELETE /a%2Fb?deck=First+questions HTTP/1.1\r\nHost: here:1\r\n"
                    + "cookie: a=b; session=s3\r\nX-Blank: \t blanks \t \r\n\r\n"
            )

            #expect(
                answer.text
                    == "delete [\"a/b\"] First questions here:1 s3 blanks. loopback false"
            )
        }
    }

    @Test func readsABodyOnlyIfThereIsOne() async throws {
        try await serving(bodyPolicy: { _ in .none }) { port in
            let client = try RawClient(port: port)

            let empty = try client.ask(
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
            )
            let none = try client.ask("DELETE /x HTTP/1.1\r\nHost: a\r\n\r\n")
            let some = try client.ask(
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
            )

            #expect([empty.status, none.status, some.status] == [200, 200, 413])
        }
    }

    @Test func answersBeforeABodyThatItDoesNotRead() async throws {
        let handler: @Sendable (Request) async -> Response = { request in
            .text("\(request.head.hasBody) \(request.bytes)", status: .unauthorized)
        }
        try await serving(bodyPolicy: { _ in .unread }, handler: handler) { port in
            for length in ["Content-Length: 100000000", "Transfer-Encoding: chunked"] {
                let client = try RawClient(port: port)

                let answer = try client.ask("POST /x HTTP/1.1\r\nHost: a\r\n\(length)\r\n\r\n")

                #expect((answer.status, answer.text) == (401, "true []"))
                #expect(try client.isClosed())
            }
            let client = try RawClient(port: port)
            #expect(try client.ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").text == "false []")
            #expect(try client.ask("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").text == "false []")
        }
    }

    @Test func senderOfAnUnreadBodySeesTheAnswer() async throws {
        let handler: @Sendable (Request) async -> Response = { _ in .text("no") }
        try await serving(bodyPolicy: { _ in .unread }, handler: handler) { port in
            let client = try RawClient(port: port)
            let body = [UInt8](repeating: 0, count: 2 << 20)

            let answer = try client.ask(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n",
                body: body
            )

            #expect(answer.text == "no")
        }
    }

    @Test func streamsABodyToAFile() async throws {
        let folder = try TemporaryFolder()
        let handler: @Sendable (Request) async -> Response = { request in
            guard case .file(let upload) = request.body else { return .text("no file") }
            return .text("\(upload.size) \(folder.names.count)")
        }
        try await serving(
            bodyPolicy: { _ in .file(limit: 4 << 20, directory: folder.path) },
            handler: handler
        ) { port in
            let client = try RawClient(port: port)
            let body = [UInt8](repeating: 7, count: 3 << 20)
            let length = "Host: a\r\nContent-Length: \(body.count)\r\n\r\n"

            for _ in 0..<3 {
                let answer = try client.ask("PUT / HTTP/1.1\r\n" + length, body: body)

                #expect(answer.text == "3145728 1")
                #expect(folder.names == [])
            }
        }
    }

    @Test func reportsThatTheDiskIsFull() async throws {
        try await serving(bodyPolicy: { _ in .file(limit: 100, directory: "/nowhere") }) { port in
            let answer = try RawClient(port: port).ask(
                "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
            )

            #expect(answer.status == 507)
        }
    }

    @Test func sendsFilesAndRangesOfThem() async throws {
        let folder = try TemporaryFolder()
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try folder.write(content, to: "a.ogg")
        let handler: @Sendable (Request) async -> Response = { request in
            do throws(HTTPError) {
                return .file(
                    try OpenFile(path: "\(folder.path)/\(request.path[0])"),
                    type: "audio/ogg"
                )
                .tagged(EntityTag("v1"))
            } catch {
                return .text(error.message, status: error.status)
            }
        }
        try await serving(handler: handler) { port in
            let client = try RawClient(port: port)
            let get = "GET /a.ogg HTTP/1.1\r\nHost: a\r\n"

            #expect(try client.ask(get + "\r\n").body == content)
            let part = try client.ask(get + "Range: bytes=100000-100009\r\n\r\n")
            #expect(part.status == 206)
            #expect(part.body == Array(content[100_000..<100_010]))
            #expect(part.headers["content-range"] == "bytes 100000-100009/300000")
            let last = try client.ask(get + "Range: bytes=-3\r\n\r\n")
            #expect(last.body == Array(content.suffix(3)))
            #expect(try client.ask(get + "Range: bytes=300000-\r\n\r\n").status == 416)
            let same = try client.ask(get + "If-None-Match: \"v1\"\r\n\r\n")
            #expect(same.status == 304)
            #expect(same.headers["etag"] == "\"v1\"")
            #expect(try client.ask("GET /b HTTP/1.1\r\nHost: a\r\n\r\n").status == 404)
        }
    }

    @Test func endsTheConnectionWhereAFileCannotBeSent() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "a.ogg")
        let opened = open("\(folder.path)/a.ogg", O_RDONLY | O_CLOEXEC)
        // So high that nobody else gets the number once it is closed, as where no descriptor is left.
        let descriptor = dup2(opened, 900)
        close(opened)
        let file = try OpenFile(taking: descriptor)
        close(descriptor)

        try await serving(handler: { _ in .file(file, type: "audio/ogg") }) { port in
            let client = try RawClient(port: port)
            client.send("GET /a.ogg HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(try client.isClosed())
        }
    }

    @Test func sendsLargeBodiesWhole() async throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await serving(handler: { _ in .bytes(body, type: "image/png") }) { port in
            let client = try RawClient(port: port)

            #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").body == body)
            #expect(try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").body == body)
        }
    }

    @Test func compressesForClientsThatAcceptIt() async throws {
        let page = Array(String(repeating: "<p>omena</p>", count: 500).utf8)
        try await serving(handler: { _ in .html(page) }) { port in
            let client = try RawClient(port: port)

            let answer = try client.ask(
                "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, br\r\n\r\n"
            )

            #expect(answer.headers["content-encoding"] == "gzip")
            #expect(answer.headers["vary"] == "Accept-Encoding")
            #expect(try Gzip.decompress(answer.body, limit: page.count) == page)
        }
    }

    @Test func removesLineBreaksFromHeaders() async throws {
        let handler: @Sendable (Request) async -> Response = { _ in
            Response.text("").with("X-Told", "a\r\nX-Smuggled: b\u{0}c\td")
        }
        try await serving(handler: handler) { port in
            let answer = try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.headers["x-told"] == "a  X-Smuggled: b c d")
            #expect(answer.headers["x-smuggled"] == nil)
        }
    }

    @Test func logsEachRequest() async throws {
        let lines = Lines()
        try await serving(log: { lines.append($0) }) { port in
            let client = try RawClient(port: port)
            _ = try client.ask("GET /one?two HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.ask("BREW /.. HTTP/1.1\r\nHost: a\r\n\r\n")
        }

        let told = lines.all.map {
            "\($0.peer) \($0.method) \($0.target) \($0.status) \($0.isComplete)"
        }
        #expect(told == ["loopback GET /one 200 true", "loopback BREW ? 501 true"])
    }

    /// A terminal would interpret it.
    @Test func logsNoControlCharacters() async throws {
        let lines = Lines()
        try await serving(log: { lines.append($0) }) { port in
            _ = try RawClient(port: port).ask("G\u{1B}T / HTTP/1.1\r\nHost: a\r\n\r\n")
        }

        #expect(lines.all.map(\.method) == ["?"])
    }
}
