/// The other end of a connection.
package enum Peer: Hashable, Sendable, CustomStringConvertible {
    /// A program on this machine.
    case loopback
    /// Another machine, with its numeric address.
    case other(String)
    /// A program on this machine with access to the socket's file.
    case unix

    /// Whose share of the limits the client uses: its address, or the first 64 bits of an IPv6 address, since a single
    /// client has all addresses that begin with them.
    package var network: Peer {
        guard case .other(let address) = self else { return self }
        return Peer(networkOf: address) ?? self
    }

    /// For the access log.
    package var description: String {
        switch self {
        case .loopback: "loopback"
        case .other(let address): address
        case .unix: "unix"
        }
    }
}
