/// One request as the access log tells of it.
package struct AccessLine: Sendable, CustomStringConvertible {
    /// Who asked.
    package var peer: Peer
    /// As it was sent, known or not.
    package var method: String
    /// As it was sent; it may hold anything but blanks and control characters.
    package var target: String
    /// What was answered.
    package var status: Status
    /// From the end of the request's first line to the end of the response.
    package var duration: Duration
    /// Whether the response went out whole.
    package var isComplete: Bool

    /// The line for a log, without its end.
    package var description: String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return "\(peer) \(method) \(target) \(status) \(milliseconds) ms"
            + (isComplete ? "" : " (broken off)")
    }
}
