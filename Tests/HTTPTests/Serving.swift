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

/// Responds with the body, or with the path if there is none.
@Sendable func echo(_ request: Request) async -> Response {
    request.bytes.isEmpty
        ? .text("/" + request.path.joined(separator: "/"))
        : .bytes(request.bytes, type: "application/octet-stream")
}

extension Limits {
    /// Checks for slow clients often, so that no test waits long, with limits that a busy machine does not exceed.
    static var quick: Limits {
        var limits = Limits()
        limits.checkInterval = .milliseconds(20)
        limits.idle = .seconds(1000)
        limits.head = .seconds(1000)
        limits.bodyGrace = .seconds(1000)
        return limits
    }
}
