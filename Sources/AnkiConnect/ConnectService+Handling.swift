package import HTTP
internal import Languages
internal import Library
internal import LibraryValues

extension ConnectService {
    /// Looks at the head of a request, and returns what answers it.
    ///
    /// A page of another site can send simple requests to this port without being allowed to read the answers, and under a
    /// name of its own that leads here; so both `Host` and `Origin` decide before anything is read.
    package func handler(for head: RequestHead, port: Int) -> RequestHandler {
        guard Self.isOurs(head.host ?? "", port: port), let caller = ConnectCaller(head) else {
            return RequestHandler(bodyPolicy: .unread) { _ in Self.forbidden }
        }
        if head.method == .options {
            return RequestHandler { [self] _ in preflight(head, caller) }
        }
        guard head.hasBody, head.method == .post else {
            return RequestHandler(bodyPolicy: .unread) { _ in
                .text("AnkiConnect v.\(Self.version)").cached(.never)
            }
        }
        let limit = bodyLimit(for: caller)
        return RequestHandler(bodyPolicy: .memory(limit: limit)) { [self] request in
            // Texts of refusals are for programs.
            InterfaceLanguage.withCurrent(.english) { respond(to: request.bytes, caller) }
        }
    }

    /// Bytes of a request by a program that is allowed: minutes of video, as text.
    private static let largestBody = 160 << 20
    /// Bytes of a request by anybody else, for which the names of actions are enough.
    private static let largestStrangersBody = 1 << 20

    private func bodyLimit(for caller: ConnectCaller) -> Int {
        // The key is in the body.
        if key != nil, !caller.isWebPage { return Self.largestBody }
        return isAllowed(caller) ? Self.largestBody : Self.largestStrangersBody
    }

    func isAllowed(_ caller: ConnectCaller) -> Bool { decision(on: caller) == .allowed }

    /// What the learner decided about a caller; nil where it has not asked yet, or nobody can know.
    private func decision(on caller: ConnectCaller) -> ConnectedClient.Decision? {
        guard let (library, lease) = dependencies.lease() else { return nil }
        return withExtendedLifetime(lease) {
            try? library.knownClient(caller.identity)?.decision
        }
    }

    private func respond(to body: [UInt8], _ caller: ConnectCaller) -> Response {
        if body.isEmpty { return .text("AnkiConnect v.\(Self.version)").cached(.never) }
        guard let answer = answer(body, from: caller) else { return Self.forbidden }
        var response = Response.json(answer).cached(.never)
        if caller.hasOrigin { response = response.with(Self.allowOrigin, caller.identity) }
        return response.with("Access-Control-Allow-Headers", "*").with("Vary", "Origin")
    }

    /// The answer to a browser that asks whether a page may send a request; whether it is performed is decided when it comes.
    private func preflight(_ head: RequestHead, _ caller: ConnectCaller) -> Response {
        let isRefused = decision(on: caller) == .refused
        var response = Response.text("")
            .with(
                Self.allowOrigin,
                caller.hasOrigin && !isRefused ? caller.identity : Self.usualOrigin
            )
            .with("Access-Control-Allow-Headers", "*")
            .with("Access-Control-Allow-Methods", "POST")
            .with("Access-Control-Max-Age", "600")
            .with("Vary", "Origin")
            .cached(.never)
        if head.headers["Access-Control-Request-Private-Network"] == "true", !isRefused {
            response = response.with("Access-Control-Allow-Private-Network", "true")
        }
        return response
    }

    private static let allowOrigin = "Access-Control-Allow-Origin"
    private static let usualOrigin = "http://localhost"

    private static var forbidden: Response {
        Response(.forbidden).with(allowOrigin, usualOrigin).cached(.never)
    }

    /// Whether a request names this machine; a name that leads here does not (DNS rebinding).
    private static func isOurs(_ host: String, port: Int) -> Bool {
        let host = host.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            host == name || host == "\(name):\(port)"
        }
    }
}
