/// How one request is answered, decided when its head has arrived.
package struct RequestHandler: Sendable {
    /// How the body is read if there is one.
    package let bodyPolicy: BodyPolicy
    /// Answers the request.
    ///
    /// It may block, and its task is cancelled when the client disconnects.
    package let respond: @Sendable (Request) async -> Response

    package init(
        bodyPolicy: BodyPolicy = .none,
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.bodyPolicy = bodyPolicy
        self.respond = respond
    }
}
