/// One request as the access log tells of it.
public struct AccessLine: Sendable, CustomStringConvertible {
    public var peer: Peer
    public var method: String
    /// As it was sent; it may hold anything but blanks and control characters.
    public var target: String
    public var status: Status
    /// From the end of the request's first line to the end of the response.
    public var duration: Duration
    /// Whether the response went out whole.
    public var isComplete: Bool

    public var description: String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return "\(peer) \(method) \(target) \(status) \(milliseconds) ms"
            + (isComplete ? "" : " (broken off)")
    }
}
