import Accounts
package import HTTP
import Languages
import Pages

/// Requests for libraries with a lock, between the server of all learners and the process of one.
extension AccountsGate {
    // MARK: - On the server

    /// Passes a request on to the process of the learner's library.
    func handler(
        of head: RequestHead,
        to route: Route?,
        _ visitor: Visitor,
        _ process: LibraryProcess,
        _ use: OpenLibraries.Use
    ) -> RequestHandler {
        RequestHandler(bodyPolicy: passedOnPolicy(of: head, to: route)) { request in
            do {
                return try await self.forward(request, visitor, process, use)
            } catch let error as HTTPError {
                return self.refusal(error, request)
            } catch {
                // The process is ending, or was ended; the next request starts another.
                let error = HTTPError(.serviceUnavailable, Self.unreachable)
                return self.refusal(error, request).with("Retry-After", "1")
            }
        }
    }

    private func forward(
        _ request: Request,
        _ visitor: Visitor,
        _ process: LibraryProcess,
        _ use: OpenLibraries.Use
    ) async throws -> Response {
        let browser = try visitor.session.map { session throws(HTTPError) in
            try translating { () throws(AccountsError) in
                try accounts.signingIn(of: visitor.account, in: session)
            }
        }
        let client = ForwardedClient(request.peer, browser: browser)
        do {
            return try await process.forward(request, from: client).holding(use, at: "")
        } catch let error as ForwardingError {
            // What is not safe may have been done.
            guard error == .unreachable || request.method.isSafe, process.endsNow() else {
                throw error
            }
            let next = try libraries.use(visitor.account)
            guard case .process(let process) = next.place else { throw error }
            return try await process.forward(request, from: client).holding(next, at: "")
        }
    }

    private static var unreachable: Phrase {
        "Omena can’t be reached right now. Try again in a moment."
    }

    /// How the body of a request is read that is passed on.
    func passedOnPolicy(of head: RequestHead, to route: Route?) -> BodyPolicy {
        guard head.hasBody else { return .none }
        if ClassesRoute(segments: head.path.dropFirst()) != nil {
            return Forwarder.bodyPolicy(of: head, limit: Self.largestClassForm)
        }
        // Whoever knows the tokens also decides about the size, so that strangers don't notice that somebody is there.
        if route?.isForPeers == true { return .arriving(limit: .max) }
        guard let limit = route?.bodyPolicy(in: nil).limit else { return .unread }
        return Forwarder.bodyPolicy(of: head, limit: limit)
    }

    // MARK: - In the process of a library

    /// Answers what the server of all learners has passed on.
    package func handler(ofForwarded head: RequestHead) -> RequestHandler {
        guard let client = ForwardedClient(head), let first = head.path.first,
            let name = LearnerName(first.dropFirst()),
            // Of a closed account, the server passes on only what local commands may, and what takes it away.
            let account = try? accounts.account(named: name),
            account.isOpen || client.peer == .unix
                || Route(head.target.belowFirst)?.isOfHandover == true
        else {
            return RequestHandler(bodyPolicy: .unread) { _ in
                .text("Only Omena itself may ask here.\n", status: .forbidden)
            }
        }
        var head = head
        head.peer = client.peer
        let base = AccountsRoute.base(of: name.text)
        let handler = InterfaceLanguage.withCurrent(Request(head).preferredLanguage) {
            let route = Route(head.target.belowFirst)
            return self.handler(of: head, to: route, Visitor(account: account), at: base)
        }
        return RequestHandler(bodyPolicy: handler.bodyPolicy) { request in
            var request = request
            request.head.peer = client.peer
            let response = await handler.respond(request)
            // Browsers would take it for a refusal of the account's session, and not show that any more.
            return client.browser == nil ? response : response.keepingAuthentication
        }
    }
}
