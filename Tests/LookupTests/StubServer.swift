import Foundation
import HTTP
import Testing
import Threads

@testable import Lookup

/// The differences between the responses of servers.
enum Dialect: CaseIterable {
    case ollama, llamaCpp, lmStudio, vLLM, notStreamed

    /// A response with this text, piece by piece.
    func answer(_ text: String, reason: String = "stop") -> Response {
        let pieces = stride(from: 0, to: text.count, by: 7).map { start in
            String(text.dropFirst(start).prefix(7))
        }
        guard self != .notStreamed else {
            let message: [String: Any] = ["role": "assistant", "content": text]
            return .json(json(["choices": [["message": message, "finish_reason": reason]]]))
        }
        return .stream(type: "text/event-stream") { [self] writer in
            // llama.cpp and vLLM send the role first; LM Studio ends lines with CR LF; proxies send comments.
            let end = self == .lmStudio ? "\r\n\r\n" : "\n\n"
            if self == .vLLM { try await writer.write(": ping\n\n") }
            if self != .ollama {
                try await writer.write(
                    "data: " + event(["role": "assistant", "content": NSNull()]) + end
                )
            }
            for piece in pieces {
                try await writer.write("data: " + event(["content": piece]) + end)
            }
            try await writer.write("data: " + event([:], reason: reason) + end)
            if self == .llamaCpp {
                try await writer.write(
                    "data: " + #"{"choices":[],"usage":{"total_tokens":9}}"# + end
                )
            }
            try await writer.write("data: [DONE]" + end)
        }
    }

    private func event(_ delta: [String: Any], reason: String? = nil) -> String {
        let choice: [String: Any] = [
            "index": 0, "delta": delta, "finish_reason": reason ?? NSNull(),
        ]
        return String(decoding: json(["id": "1", "choices": [choice]]), as: UTF8.self)
    }

    private func json(_ object: [String: Any]) -> [UInt8] {
        Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
    }
}

/// A server on the loopback interface that records the requests it gets.
enum StubServer {
    struct ReceivedRequest: Sendable {
        let path: String
        let userAgent: String?
        let authorization: String?
        let body: Data

        fileprivate init(_ request: Request) {
            path = request.target.raw
            userAgent = request.headers["User-Agent"]
            authorization = request.headers["Authorization"]
            body = Data(request.bytes)
        }
    }

    /// Runs a server while the body runs.
    ///
    /// - Parameters:
    ///   - key: The key that the model sends.
    ///   - patience: How long the server may be silent, in seconds.
    ///   - answer: Returns the response to a request; gets its number as well.
    static func run(
        key: String? = nil,
        patience: Int = 60,
        _ answer: @escaping @Sendable (Request, Int) -> Response,
        body: @Sendable (LanguageModel, @escaping @Sendable () -> [ReceivedRequest]) throws -> Void
    ) async throws {
        try await serve(answer) { address, asked in
            let model = LanguageModel(
                endpoint: address,
                name: "small",
                key: key,
                patience: patience
            )
            try body(try #require(model), asked)
        }
    }

    /// Runs a server while the body runs, which gets its address.
    static func serve(
        _ answer: @escaping @Sendable (Request, Int) -> Response,
        body: @Sendable (String, @escaping @Sendable () -> [ReceivedRequest]) throws -> Void
    ) async throws {
        let recorded = Locked<[ReceivedRequest]>([])
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
        let server = HTTP.Server(
            listeners: [listener],
            bodyPolicy: { _ in .memory(limit: 1 << 20) },
            handler: { request in
                let count = recorded.withLock {
                    $0.append(ReceivedRequest(request))
                    return $0.count - 1
                }
                return answer(request, count)
            }
        )
        try server.start()
        let address = "http://127.0.0.1:\(listener.port)"
        let result = Result { try body(address) { recorded.withLock { $0 } } }
        await server.stop()
        try result.get()
    }
}
