/// A request to another HTTP server, or to an Omena that runs on this machine.
public struct FetchRequest: Sendable {
    /// `GET`, `POST` and so on.
    public var method: String
    /// The whole address; http or https.
    public var url: String
    /// Sent as they are, in this order.
    public var headers: [(name: String, value: String)] = []
    /// Sent after the headers, where it is not empty.
    public var body: [UInt8] = []
    /// Talks to this Unix socket instead of the address in the URL.
    public var unixSocket: String?
    /// Seconds until it gives up.
    public var timeout = 30
    /// An answer longer than this is refused.
    public var maximumBytes = 1 << 20

    /// A request with neither headers nor body.
    public init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Sends the request and waits for the whole answer; blocks its thread.
    public func send() throws(FetchError) -> FetchResponse {
        try Transfer(self).perform()
    }
}

/// What came back, whatever its status.
public struct FetchResponse: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The bytes after the headers.
    public var body: [UInt8]
}

/// Why there is no answer.
public enum FetchError: Error, Hashable, Sendable {
    /// Nobody answers at that address.
    case unreachable
    /// It took longer than the request allows.
    case timedOut
    /// The answer is longer than the request allows.
    case tooLong
    /// Anything else, in the library's own words.
    case failed(String)
}
