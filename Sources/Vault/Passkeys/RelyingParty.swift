/// The site for which passkeys are created and used.
package struct RelyingParty: Hashable, Sendable {
    /// The host, to which the authenticator binds passkeys.
    package let id: String
    /// Scheme, host and port, as reported by the browser.
    package let origin: String

    /// Parses an origin such as `https://omena.example:8443`; nil if passkeys do not work there.
    ///
    /// They need TLS except on `localhost`, and never work at an IP address.
    package init?(origin: String) {
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
