import HTTP
import Languages
import Pages

/// The door: what may not come in is refused here, before any handler sees it.
struct Door: Sendable {
    let access: Access
    /// What other programs have to show; nil lets none in.
    let token: APIToken?

    /// Who came in, and where to.
    struct Guest {
        let route: Route
        /// Whether it is a program that showed the token.
        let hasToken: Bool
    }

    /// Lets a request in, or says why not.
    func admit(_ request: Request) throws(HTTPError) -> Guest {
        let isLocal = request.peer == .unix
        let host = request.host ?? ""
        guard isLocal || access.answers(to: host) else {
            throw HTTPError(
                .misdirectedRequest,
                "This Omena does not go by that name. It is at \(access.origin)."
            )
        }
        guard let route = Route(request.head) else {
            throw HTTPError(.notFound, "There is nothing at this address.")
        }
        let offered = route.methods(overSocket: isLocal)
        guard !offered.isEmpty else {
            throw HTTPError(.notFound, "There is nothing at this address.")
        }
        guard offered.contains(request.method) || request.method == .head && offered.contains(.get)
        else { throw HTTPError(.methodNotAllowed, "That cannot be done at this address.") }
        if case .api = route, let shown = request.headers["Authorization"] {
            // A page elsewhere cannot have a browser send this header, so who shows the token need not be asked more.
            guard let token, token.isShown(by: shown) else {
                throw HTTPError(.unauthorized, "That token opens nothing here.")
            }
            return Guest(route: route, hasToken: true)
        }
        guard
            isLocal || request.method.isSafe
                || access.isOwn(
                    origin: request.headers["Origin"],
                    fetchSite: request.headers["Sec-Fetch-Site"],
                    host: host
                )
        else {
            throw HTTPError(.forbidden, "A change must come from Omena's own pages.")
        }
        return Guest(route: route, hasToken: false)
    }
}
