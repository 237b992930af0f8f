/// How one request is answered, decided when its head has arrived.
package struct RequestHandler: Sendable {
    /// Decides how the body is read; called only if there is one, on a thread that must not block for long.
    package let bodyPolicy: @Sendable () -> BodyPolicy
    /// Answers the request.
    ///
    /// It may block, and its task is cancelled when the client disconnects.
    package let respond: @Sendable (Request) async -> Response

    package init(
        bodyPolicy: @escaping @Sendable () -> BodyPolicy,
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.bodyPolicy = bodyPolicy
        self.respond = respond
    }
}
