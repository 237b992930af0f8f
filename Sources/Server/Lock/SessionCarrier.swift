import FoundationEssentials
import HTTP

/// What carries the secret of a session in a browser, and with it the right to see an unlocked library.
enum SessionCarrier: Hashable, Sendable {
    /// HTTP authentication, which browsers bind to scheme, host and port (RFC 9110, section 11.5).
    ///
    /// A cookie of `localhost` is sent to every port of this machine, whoever listens there.
    case authentication
    /// A cookie, over TLS: a proxy in front of Omena may use HTTP authentication itself.
    case cookie
    /// The session in which the learner is signed in on a server of several, which that server names.
    ///
    /// One more would reach all its learners, because they share host and port.
    case account

    static let cookieName = "__Host-omena-unlocked"

    /// Names the space in which the secret is valid; a browser shows it only where it has none.
    static let challenge = #"Basic realm="Omena", charset="UTF-8""#

    init(_ access: AccessPolicy) {
        self = access.hasSecureOrigin ? .cookie : .authentication
    }

    /// The secrets that a browser shows.
    func secrets(in request: Request) -> [String] {
        switch self {
        case .cookie: return request.cookies.all(Self.cookieName)
        case .account: return ForwardedClient(request.head)?.browser.map { [$0] } ?? []
        case .authentication:
            // Browsers send this for every page that asks, also of other sites and ports.
            guard request.isFromOwnPage, let header = request.headers["Authorization"],
                let secret = Self.user(in: header)
            else { return [] }
            return [secret]
        }
    }

    /// The address that makes a browser keep a secret without a script: as a user, after which a password is expected.
    static func address(of secret: String, at host: String, to path: String) -> String {
        "http://\(secret):unlocked@\(host)\(path)"
    }

    /// Whether an `Authorization` header is that of a browser rather than an API token.
    static func isUsed(by header: String) -> Bool { header.lowercased().hasPrefix("basic ") }

    /// The user whom such a header names, before the colon and the password.
    private static func user(in header: String) -> String? {
        guard isUsed(by: header) else { return nil }
        let start = header.utf8.index(header.startIndex, offsetBy: "basic ".utf8.count)
        guard let data = Data(base64Encoded: String(header[start...])) else { return nil }
        // NB: Searching `Data` byte by byte takes many times as long.
        return data.withUnsafeBytes { bytes in
            String(validating: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        }
    }
}

extension Response {
    /// The response without the status 401, after which browsers forget the HTTP authentication of the address.
    var keepingAuthentication: Response {
        guard status == .unauthorized else { return self }
        var response = self
        response.status = .forbidden
        return response
    }
}

extension Request {
    /// Whether a page of Omena asks, or the learner directly, as far as the browser tells.
    var isFromOwnPage: Bool {
        guard let site = head.headers["Sec-Fetch-Site"] else { return true }
        return site == "same-origin" || site == "none"
    }
}
