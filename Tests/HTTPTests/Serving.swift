@testable import HTTP

/// Runs a body against a server on a free port and stops it afterwards.
func serving(
    limits: Limits = .quick,
    log: (@Sendable (AccessLine) -> Void)? = nil,
    bodyPolicy: @escaping @Sendable (RequestHead) -> BodyPolicy = { _ in .memory(limit: 1 << 20) },
    handler: @escaping @Sendable (Request) async -> Response = echo,
    _ body: (Int) async throws -> Void
) async throws {
    let listener = try Listener.tcp(host: "127.0.0.1", port: 0)
    let server = Server(
        listeners: [listener],
        limits: limits,
        log: log,
        bodyPolicy: bodyPolicy,
        handler: handler
    )
    try server.start()
    do {
        try await body(listener.port)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Answers with the body, or else with the path.
@Sendable func echo(_ request: Request) async -> Response {
    request.bytes.isEmpty
        ? .text("/" + request.path.joined(separator: "/"))
        : .bytes(request.bytes, type: "application/octet-stream")
}

extension Limits {
    /// Looks for slow clients often, so that no test waits long, and calls none slow that waits for a busy machine.
    static var quick: Limits {
        var limits = Limits()
        limits.checkInterval = .milliseconds(20)
        limits.idle = .seconds(1000)
        limits.head = .seconds(1000)
        limits.bodyGrace = .seconds(1000)
        return limits
    }
}
