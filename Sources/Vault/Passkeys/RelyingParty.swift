/// The site at which a passkey works: an address of Omena, as browsers and authenticators name it.
public struct RelyingParty: Hashable, Sendable {
    /// What the authenticator binds a passkey to: the host.
    public let id: String
    /// What the browser says it was used at: scheme, host and port.
    public let origin: String

    /// Reads an origin, `https://omena.example:8443`; nil where passkeys do not work.
    ///
    /// They work over TLS, and on `localhost` without; never at a bare number such as `127.0.0.1`.
    public init?(origin: String) {
        guard let colon = origin.firstRange(of: "://") else { return nil }
        let scheme = origin[..<colon.lowerBound]
        var host = origin[colon.upperBound...]
        if let port = host.lastIndex(of: ":") {
            let digits = host[host.index(after: port)...]
            guard let number = UInt16(digits), "\(number)" == digits else { return nil }
            host = host[..<port]
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
            labels.last.map({ $0.contains { $0.isLetter } }) == true
        else { return nil }
        switch scheme {
        case "https": break
        case "http" where host == "localhost" || host.hasSuffix(".localhost"): break
        default: return nil
        }
        id = String(host)
        self.origin = origin
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }
}
