import HTTP

/// Who may ask: which names the server answers to, and whether a browser has to be paired first.
///
/// A page elsewhere can make a browser ask a server on its own machine, under a name that it points there (DNS
/// rebinding); therefore a request must name a host that is ours, and a change must come from our own pages.
package struct AccessPolicy: Sendable {
    /// How the server is reached.
    package enum Reach: Hashable, Sendable {
        /// From this machine alone.
        case loopback
        /// From other machines, over TLS of its own.
        case network(host: String)
        /// Through a proxy in front that is reached at this origin.
        case proxy(origin: String)
    }

    let reach: Reach
    let port: Int
    let isSecure: Bool

    /// Describes a server that listens on `port`, with or without TLS of its own.
    package init(reach: Reach, port: Int, isSecure: Bool) {
        self.reach = reach
        self.port = port
        self.isSecure = isSecure
    }

    /// Where the learner finds it.
    package var origin: String {
        switch reach {
        case .loopback: local
        case .network(let host): "\(scheme)://\(authority(of: Self.bracketed(host)))"
        case .proxy(let origin): origin
        }
    }

    /// Where this machine finds it.
    private var local: String { "\(scheme)://\(authority(of: "localhost"))" }

    private var scheme: String { isSecure ? "https" : "http" }

    /// Host and port as a browser writes them: without the port that the scheme has anyway.
    private func authority(of host: String) -> String {
        port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// Says it in one line, to whoever started the server.
    package var announcement: String {
        guard case .proxy = reach else { return "Omena is at \(origin)" }
        return "Omena is at \(origin), by a proxy that reaches \(local)"
    }

    /// As soon as it is reached from elsewhere, every browser is paired once; there is no way to tell a neighbour's
    /// request from one's own behind a proxy, so the rule has no exceptions.
    var wantsPairing: Bool { reach != .loopback }

    /// Whether the `Host` of a request is one of ours.
    func answers(to host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "127.0.0.1", "[::1]"].contains(where: { host == authority(of: $0) }) {
            return true
        }
        switch reach {
        case .loopback:
            return false
        case .network(let name):
            // An address instead of a name cannot be rebound.
            return host == authority(of: Self.bracketed(name.lowercased())) || Self.isAddress(host)
        case .proxy(let origin):
            return origin.hasSuffix("://\(host)")
        }
    }

    /// Whether a request that changes something comes from our own pages (or from no page at all).
    func isOwn(origin: String?, fetchSite: String?, host: String) -> Bool {
        if let fetchSite { return fetchSite == "same-origin" || fetchSite == "none" }
        guard let origin else { return true }
        return [self.origin, "\(scheme)://\(host)"].contains {
            $0.lowercased() == origin.lowercased()
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Whether a host, with or without a port, is an IPv4 or IPv6 address.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let name = host.prefix { $0 != ":" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
