/// A reason not to do what a request asks, and the status that tells it.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// 4xx when the client should ask differently, 5xx when it should ask later.
    public var status: Status
    /// One plain line for a person; it says nothing of the inside.
    public var message: String

    /// Makes an error.
    public init(_ status: Status, message: String) {
        self.status = status
        self.message = message
    }

    /// For a log; the client is shown the message alone.
    public var description: String { "\(status): \(message)" }
}
