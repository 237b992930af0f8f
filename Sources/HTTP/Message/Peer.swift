/// Who is at the other end of a connection.
package enum Peer: Hashable, Sendable, CustomStringConvertible {
    /// A program on this machine.
    case loopback
    /// Another machine, by its numeric address.
    case other(String)
    /// A program on this machine that may open the socket's file.
    case unix

    /// For the access log.
    package var description: String {
        switch self {
        case .loopback: "loopback"
        case .other(let address): address
        case .unix: "unix"
        }
    }
}
