/// Why a request is refused, and the status that says so.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    package var status: Status
    /// One line for a person, without internal details.
    package var message: String

    package init(_ status: Status, message: String) {
        self.status = status
        self.message = message
    }

    /// For a log; clients are shown the message alone.
    package var description: String { "\(status): \(message)" }
}
