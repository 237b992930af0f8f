import Testing
import Threads

@testable import HTTP

struct StreamTests {
    @Test func sendsBytesAsSoonAsTheyAreWritten() async throws {
        let gate = Gate()
        try await serving(handler: { _ in .events(waitingAt: gate) }) { port in
            let client = try RawClient(port: port)

            try client.expectEvents(opening: gate)
            #expect(try client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
        }
    }

    @Test func sendsManyBytesInOrder() async throws {
        let pieces = (0..<2000).map { number in
            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number)
        }
        let handler: @Sendable (Request) async -> Response = { _ in
            .stream(type: "application/octet-stream") { writer in
                for piece in pieces { try await writer.write(piece) }
            }
        }
        try await serving(handler: handler) { port in
            let client = try RawClient(port: port)

            let answer = try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.body == Array(pieces.joined()))
        }
    }

    @Test func makesTheProducerWaitForASlowClient() async throws {
        let written = Tally()
        try await serving(handler: { _ in .pieces(1_000, countedBy: written) }) { port in
            try RawClient(port: port).expectPieces(1_000, countedBy: written)
        }
    }

    @Test func tellsTheProducerThatItsClientLeft() async throws {
        let outcome = Gate()
        let handler: @Sendable (Request) async -> Response = { _ in
            .stream(type: "text/event-stream") { writer in
                do {
                    while true { try await writer.write([UInt8](repeating: 0, count: 10_000)) }
                } catch {
                    outcome.open()
                    throw error
                }
            }
        }
        try await serving(handler: handler) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            try client?.readHead()
            client = nil

            await outcome.pass()
        }
    }

    @Test func noticesThatAClientLeftWithoutWriting() async throws {
        let left = Gate()
        let never = Gate()
        let handler: @Sendable (Request) async -> Response = { _ in
            .stream(type: "text/event-stream") { writer in
                try await writer.write("data: hello\n\n")
                await withTaskCancellationHandler {
                    await never.pass()
                } onCancel: {
                    left.open()
                    never.open()
                }
            }
        }
        try await serving(handler: handler) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            try client?.readHead()
            client = nil

            await left.pass()
        }
    }

    @Test func cancelsAHandlerWhoseClientLeft() async throws {
        let started = Gate()
        let left = Gate()
        let never = Gate()
        let handler: @Sendable (Request) async -> Response = { _ in
            started.open()
            await withTaskCancellationHandler {
                await never.pass()
            } onCancel: {
                left.open()
                never.open()
            }
            return .noContent
        }
        try await serving(handler: handler) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.pass()
            client = nil

            await left.pass()
        }
    }

    @Test func closesTheConnectionWhenTheProducerFails() async throws {
        struct Failure: Error {}
        let handler: @Sendable (Request) async -> Response = { _ in
            .stream(type: "text/plain") { writer in
                try await writer.write("half of")
                throw Failure()
            }
        }
        try await serving(handler: handler) { port in
            let client = try RawClient(port: port)

            // A body that just ended would look complete.
            #expect(throws: RawClient.Failure.self) {
                try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            }
        }
    }

    @Test func runsNoProducerForHead() async throws {
        let handler: @Sendable (Request) async -> Response = { _ in
            .stream(type: "text/event-stream") { _ in Issue.record("nobody asked for the body") }
        }
        try await serving(handler: handler) { port in
            let client = try RawClient(port: port)

            let answer = try client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/event-stream")
            #expect(try client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
        }
    }
}
