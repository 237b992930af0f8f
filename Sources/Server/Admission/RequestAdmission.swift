import HTTP
import Languages
import Pages

/// What a request asks for, and whether it may: read from its head, once.
struct RequestAdmission: Sendable {
    /// What the address names, whether or not the request is admitted; nil where nothing is.
    let route: Route?
    private let outcome: Result<Admitted, LocalizableHTTPError>

    private struct Admitted {
        let route: Route
        let hasToken: Bool
    }

    /// Translated when the response is written, in the language of whoever reads it.
    private struct LocalizableHTTPError: Error {
        let status: Status
        let phrase: Phrase

        init(_ status: Status, _ phrase: Phrase) {
            self.status = status
            self.phrase = phrase
        }

        static var notFound: Self {
            LocalizableHTTPError(.notFound, "This page doesn’t exist.")
        }
    }

    /// - Parameter token: What other programs have to show; nil admits none.
    init(_ head: RequestHead, _ access: AccessPolicy, token: APIToken?) {
        let route = Route(head.target)
        self.route = route
        outcome = Result { () throws(LocalizableHTTPError) in
            try Self.check(head, route, access, token)
        }
    }

    private init(route: Route?, refusal: LocalizableHTTPError) {
        self.route = route
        outcome = .failure(refusal)
    }

    /// The same request, refused because its browser is not paired.
    var unpaired: RequestAdmission {
        let phrase: Phrase =
            "This browser isn’t paired yet. Run “omena pair” on the computer where Omena runs, then enter the code it shows."
        return RequestAdmission(
            route: route,
            refusal: LocalizableHTTPError(.unauthorized, phrase)
        )
    }

    /// The same request, refused because it shows no valid token of a peer.
    var unknownPeer: RequestAdmission {
        RequestAdmission(
            route: route,
            refusal: LocalizableHTTPError(.unauthorized, Self.unknownPeerPhrase)
        )
    }

    static var unknownPeerPhrase: Phrase { "This device isn’t paired. Pair it with a new code." }

    /// The route of a request that is admitted; nil for any other.
    var admittedRoute: Route? { try? outcome.get().route }

    /// Whether a program showed the API token.
    var hasToken: Bool { (try? outcome.get().hasToken) ?? false }

    /// The route of a request that is admitted.
    ///
    /// - Throws: Why it is not.
    func admit() throws(HTTPError) -> Route {
        do throws(LocalizableHTTPError) {
            return try outcome.get().route
        } catch {
            throw HTTPError(error.status, error.phrase)
        }
    }

    private static func check(
        _ head: RequestHead,
        _ route: Route?,
        _ access: AccessPolicy,
        _ token: APIToken?
    ) throws(LocalizableHTTPError) -> Admitted {
        let isLocal = head.peer == .unix
        try checkHost(of: head, access)
        guard let route else { throw .notFound }
        let methods = route.methods(overSocket: isLocal)
        guard !methods.isEmpty else { throw .notFound }
        guard methods.contains(head.method) || head.method == .head && methods.contains(.get) else {
            throw LocalizableHTTPError(.methodNotAllowed, "This can’t be done at this address.")
        }
        if case .api = route, let shown = head.headers["Authorization"],
            !SessionCarrier.isUsed(by: shown)
        {
            guard let token, token.isShown(by: shown) else {
                throw LocalizableHTTPError(.unauthorized, "This API token is not valid.")
            }
            // A page of another site cannot make a browser send this header, so the origin need not be checked.
            return Admitted(route: route, hasToken: true)
        }
        try checkOrigin(of: head, access)
        return Admitted(route: route, hasToken: false)
    }

    private static func checkHost(
        of head: RequestHead,
        _ access: AccessPolicy
    ) throws(LocalizableHTTPError) {
        guard head.peer == .unix || access.answers(to: head.host ?? "") else {
            throw LocalizableHTTPError(
                .misdirectedRequest,
                "Omena has a different address: \(access.origin)."
            )
        }
    }

    private static func checkOrigin(
        of head: RequestHead,
        _ access: AccessPolicy
    ) throws(LocalizableHTTPError) {
        let isOwn = access.isOwn(
            origin: head.headers["Origin"],
            fetchSite: head.headers["Sec-Fetch-Site"],
            host: head.host ?? ""
        )
        guard head.peer == .unix || head.method.isSafe || isOwn else {
            throw LocalizableHTTPError(
                .forbidden,
                "Changes are only accepted from Omena’s own pages."
            )
        }
    }

    /// Why a request may not be answered wherever it leads: it was sent to another host, or by another site's page.
    static func refusal(of head: RequestHead, _ access: AccessPolicy) -> HTTPError? {
        do throws(LocalizableHTTPError) {
            try checkHost(of: head, access)
            try checkOrigin(of: head, access)
            return nil
        } catch {
            return HTTPError(error.status, error.phrase)
        }
    }
}
