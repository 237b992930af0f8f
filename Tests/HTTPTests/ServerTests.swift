import Glibc
import Synchronization
import Testing

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
}
