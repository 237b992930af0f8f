/// What is known of a request before its body arrives.
package struct RequestHead: Sendable {
    package var method: Method
    package var target: RequestTarget
    /// Validated.
    package var headers: Headers
    package var peer: Peer
    /// Whether it arrived over TLS.
    package var isSecure: Bool
    /// Whether a body follows.
    package var hasBody: Bool

    package init(
        method: Method = .get,
        target: RequestTarget,
        headers: Headers = [:],
        peer: Peer = .loopback,
        isSecure: Bool = false,
        hasBody: Bool = false
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.peer = peer
        self.isSecure = isSecure
        self.hasBody = hasBody
    }

    /// The decoded segments of the path.
    package var path: [String] { target.path }

    package var query: Query { target.query }

    /// The host that the client addresses, with its port.
    package var host: String? { target.authority ?? headers["Host"] }

    package var cookies: Cookies { Cookies(headers.all("Cookie")) }

    /// The media type of the body, in lower case and without parameters.
    package var contentType: String? {
        guard let value = headers["Content-Type"] else { return nil }
        let end = value.utf8.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
        return value[..<end].trimmed.lowercased()
    }
}
