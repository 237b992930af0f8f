/// A reason not to do what a request asks, and the status that tells it.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// 4xx when the client should ask differently, 5xx when it should ask later.
    package var status: Status
    /// One plain line for a person; it says nothing of the inside.
    package var message: String

    /// Makes an error.
    package init(_ status: Status, message: String) {
        self.status = status
        self.message = message
    }

    /// For a log; the client is shown the message alone.
    package var description: String { "\(status): \(message)" }
}
