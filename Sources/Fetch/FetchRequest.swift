/// A request to another HTTP server, or to an Omena server on this machine.
package struct FetchRequest: Sendable {
    /// `GET`, `POST` and so on.
    package var method: String
    /// The full URL; http or https.
    package var url: String
    /// Sent unchanged in this order.
    package var headers: [(name: String, value: String)] = []
    /// The body, which is omitted if empty.
    package var body: [UInt8] = []
    /// Whether the response has the received bytes, besides their being passed on.
    package var keepsBody = true
    /// A Unix socket to connect to instead of the URL's host.
    package var unixSocket: String?
    /// The time limit in seconds.
    package var timeout = 30
    /// The time limit without a byte in seconds; 0 for none but `timeout`.
    package var patience = 0
    /// The time limit for connecting in seconds.
    package var connectTimeout = 10
    /// The maximum size of the response body.
    package var maximumBytes = 1 << 20
    /// How many redirects are followed.
    package var maximumRedirects = 0
    /// Whether every address that is connected to, also after a redirect, has to be one on the internet.
    ///
    /// Each is looked at when it is about to be connected to, so that a name cannot lead elsewhere the second time. No proxy
    /// is used, because only that would be looked at.
    package var isOnlyPublic = false
    /// Whether the certificate of the server is not looked at.
    package var trustsAnyCertificate = false

    package init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Sends the request and returns the whole response; blocks the thread.
    package func send() throws(FetchError) -> FetchResponse {
        try FetchConnection().send(self)
    }

    /// Sends the request and passes on the response while it arrives; blocks the thread.
    ///
    /// - Parameters:
    ///   - isCancelled: Whether to give up; called at least once a second.
    ///   - receive: Called with every piece of the response body, whatever the status.
    package func send(
        isCancelled: @escaping () -> Bool,
        receive: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws(FetchError) -> FetchResponse {
        try FetchConnection().send(self, isCancelled: isCancelled, receive: receive)
    }
}

/// A response of any status.
package struct FetchResponse: Sendable {
    package var status: Int
    package var body: [UInt8]
    /// The value of `Retry-After` in seconds; 0 if missing.
    package var retryAfter = 0
}

/// Why there is no response.
package enum FetchError: Error, Hashable, Sendable {
    /// The server cannot be reached.
    case unreachable
    case timedOut
    /// The server's certificate is not valid; the reason in libcurl's words.
    case untrusted(String)
    /// The response is larger than the request allows.
    case tooLong
    /// The connection ended before the response was complete.
    case brokenOff
    case cancelled
    /// Any other error, in libcurl's words.
    case failed(String)
}
