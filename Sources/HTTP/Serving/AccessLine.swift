/// A request in the access log.
package struct AccessLine: Sendable, CustomStringConvertible {
    package var peer: Peer
    /// As it was sent, supported or not; a question mark in place of one that no request may have.
    package var method: String
    /// The first segment of the path; see `RequestTarget.loggable`.
    package var target: String
    package var status: Status
    /// From the end of the request's first line to the end of the response.
    package var duration: Duration
    /// Whether the whole response was sent.
    package var isComplete: Bool

    package var description: String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return "\(peer) \(method) \(target) \(status) \(milliseconds) ms"
            + (isComplete ? "" : " (broken off)")
    }
}
