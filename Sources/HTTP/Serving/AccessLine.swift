/// One request as the access log tells of it.
public struct AccessLine: Sendable, CustomStringConvertible {
    /// Who asked.
    public var peer: Peer
    /// As it was sent, known or not.
    public var method: String
    /// As it was sent; it may hold anything but blanks and control characters.
    public var target: String
    /// What was answered.
    public var status: Status
    /// From the end of the request's first line to the end of the response.
    public var duration: Duration
    /// Whether the response went out whole.
    public var isComplete: Bool

    /// The line for a log, without its end.
    public var description: String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return "\(peer) \(method) \(target) \(status) \(milliseconds) ms"
            + (isComplete ? "" : " (broken off)")
    }
}
