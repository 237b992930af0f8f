/// The other end of a connection.
package enum Peer: Hashable, Sendable, CustomStringConvertible {
    /// A program on this machine.
    case loopback
    /// Another machine, with its numeric address.
    case other(String)
    /// A program on this machine with access to the socket's file.
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
