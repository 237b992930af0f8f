/// Why a server cannot listen or start, in one line that says what to do.
package enum ServerError: Error, Hashable, CustomStringConvertible {
    case addressInUse(String)
    case notPermitted(String)
    case cannotResolve(host: String, reason: String)
    case notOurAddress(String)
    case pathTooLong(String)
    case badCertificate(String)
    case cannotListen(String, reason: String)
    case cannotStart(String)
    case cannotConnect(String, reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let address):
            "\(address) is in use by another program: stop it or choose another port."
        case .notPermitted(let address):
            "Listening on \(address) is not permitted: choose a port above 1023, or a folder of your own."
        case .cannotResolve(let host, let reason):
            "The host \(host) cannot be found (\(reason)): check its name."
        case .notOurAddress(let address):
            "\(address) is not an address of this machine: choose one that is."
        case .pathTooLong(let path):
            "The socket's path \(path) is too long: choose one of less than 80 bytes."
        case .badCertificate(let reason):
            "The TLS certificate and its key cannot be used (\(reason)): check both files."
        case .cannotListen(let address, let reason):
            "Cannot listen on \(address): \(reason)."
        case .cannotStart(let reason):
            "The server cannot start: \(reason)."
        case .cannotConnect(let address, let reason):
            "Cannot connect to \(address): \(reason)."
        }
    }
}
