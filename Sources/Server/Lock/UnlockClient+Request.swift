import HTTP
import Vault

extension UnlockClient {
    /// Who tries a key with a request: a command of this user, or a browser in its network.
    ///
    /// - Parameter tokens: What it shows to be known.
    init(_ request: Request, showing tokens: [String]) {
        switch request.peer.network {
        case .unix: self = .command
        case let network: self.init(at: network.description, showing: tokens)
        }
    }
}
