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
    /// Seconds without a byte until it gives up; 0 waits as long as `timeout` says.
    public var patience = 0
    /// Seconds until it gives up where nobody takes the connection.
    public var connectTimeout = 10
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

    /// Sends the request and tells of the answer while it arrives; blocks its thread.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked every now and then, at least once a second, whether to give up.
    ///   - receive: Is given every piece of the answer's body, whatever its status.
    public func send(
        isCancelled: @escaping () -> Bool,
        receive: @escaping ([UInt8]) -> Void
    ) throws(FetchError) -> FetchResponse {
        try Transfer(self).perform(isCancelled: isCancelled, receive: receive)
    }
}

/// What came back, whatever its status.
public struct FetchResponse: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The bytes after the headers.
    public var body: [UInt8]
    /// After how many seconds a busy server wants to be asked again; 0 where it says nothing.
    public var retryAfter = 0
}

/// Why there is no answer.
public enum FetchError: Error, Hashable, Sendable {
    /// Nobody answers at that address.
    case unreachable
    /// It took longer than the request allows.
    case timedOut
    /// The answer is longer than the request allows.
    case tooLong
    /// The connection ended in the middle of the answer, or before it.
    case brokenOff
    /// Whoever asked wants no answer any more.
    case cancelled
    /// Anything else, in the library's own words.
    case failed(String)
}
