/// What is known of a request before its body comes.
package struct RequestHead: Sendable {
    /// What is to be done.
    package var method: Method
    /// What it is to be done to.
    package var target: RequestTarget
    /// The named lines; names and values are checked already.
    package var headers: Headers
    /// Who asks.
    package var peer: Peer
    /// Whether it came over TLS.
    package var isSecure: Bool

    /// Makes a head; the server does, and tests of handlers do.
    package init(
        method: Method = .get,
        target: RequestTarget,
        headers: Headers = [:],
        peer: Peer = .loopback,
        isSecure: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.peer = peer
        self.isSecure = isSecure
    }

    /// The decoded segments of the path.
    package var path: [String] { target.path }

    /// The items after the `?`.
    package var query: Query { target.query }

    /// The host that the client believes to speak to, with its port.
    package var host: String? { target.authority ?? headers["Host"] }

    /// The cookies that the browser sent along.
    package var cookies: Cookies { Cookies(headers.all("Cookie")) }

    /// The media type of the body, in lower case and without parameters.
    package var contentType: String? {
        headers["Content-Type"]?.split(separator: ";").first.map { $0.trimmed.lowercased() }
    }
}
