import HTTP

/// The host names under which the server answers, and whether browsers have to be paired.
///
/// A foreign page can make a browser send requests to its own machine, under a name that resolves to it (DNS rebinding).
/// So a request must name one of our hosts, and a change must come from our own pages.
package struct AccessPolicy: Sendable {
    package enum Reach: Hashable, Sendable {
        /// From this machine only.
        case loopback
        /// From other machines, over the server's own TLS.
        case network(host: String)
        /// Through a reverse proxy at this origin.
        case proxy(origin: String)
    }

    let reach: Reach
    let port: Int
    let isSecure: Bool
    /// Whether learners sign in, in place of pairing their browsers.
    let hasAccounts: Bool
    /// The names of this machine, as browsers write them; every request is compared with them.
    private let localHosts: [String]

    /// - Parameter isSecure: Whether the server itself uses TLS.
    package init(reach: Reach, port: Int, isSecure: Bool, hasAccounts: Bool = false) {
        self.reach = reach
        self.port = port
        self.isSecure = isSecure
        self.hasAccounts = hasAccounts
        localHosts = ["localhost", "127.0.0.1", "[::1]"].map {
            Self.authority(of: $0, port: port, isSecure: isSecure)
        }
    }

    /// The address for the learner.
    package var origin: String {
        switch reach {
        case .loopback: local
        case .network(let host): "\(scheme)://\(authority(of: Self.bracketed(host)))"
        case .proxy(let origin): origin
        }
    }

    /// Whether browsers reach the address for the learner over TLS.
    var hasSecureOrigin: Bool {
        if case .proxy(let origin) = reach { origin.hasPrefix("https://") } else { isSecure }
    }

    /// The address on this machine.
    private var local: String { "\(scheme)://\(authority(of: "localhost"))" }

    private var scheme: String { isSecure ? "https" : "http" }

    /// Host and port as browsers write them: without the default port of the scheme.
    private func authority(of host: String) -> String {
        Self.authority(of: host, port: port, isSecure: isSecure)
    }

    private static func authority(of host: String, port: Int, isSecure: Bool) -> String {
        port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// The line for whoever started the server.
    package var announcement: String {
        guard case .proxy = reach else { return "Omena is at \(origin)" }
        return "Omena is at \(origin), by a proxy that reaches \(local)"
    }

    /// Whether every browser must be paired: whenever the server can be reached from elsewhere.
    ///
    /// Without exceptions, because behind a proxy local requests cannot be told from others.
    var wantsPairing: Bool { reach != .loopback && !hasAccounts }

    /// Whether only browsers on this machine come.
    var isOnlyLocal: Bool { reach == .loopback && !hasAccounts }

    /// Whether no other service shares the host's name, so that browsers may be told to use only TLS with it.
    var ownsHost: Bool {
        guard case .proxy(let origin) = reach else { return false }
        let authority = origin.dropFirst("https://".count)
        return authority.hasSuffix("]") || !authority.contains(":")
    }

    /// Whether the `Host` of a request is one of ours.
    func answers(to host: String) -> Bool {
        let host = host.lowercased()
        if isLocal(host) { return true }
        switch reach {
        case .loopback:
            return false
        case .network(let name):
            // DNS rebinding needs a name; a numeric address is safe.
            return host == authority(of: Self.bracketed(name.lowercased())) || Self.isAddress(host)
        case .proxy(let origin):
            return origin.hasSuffix("://\(host)")
        }
    }

    /// Who sends a request: behind a proxy, the client that the proxy names.
    ///
    /// A proxy adds the address of its client at the end of what the client sent itself, which nobody can believe. Only a
    /// proxy on this machine is believed, because whoever else reaches the port could write anything.
    ///
    /// - Parameter hasProxy: Whether the machine at an address has a proxy that is believed as well.
    func client(of head: RequestHead, where hasProxy: (Peer) -> Bool = { _ in false }) -> Peer {
        guard case .proxy = reach, let named = head.headers.list("X-Forwarded-For").last,
            let client = Peer(address: named),
            head.peer == .loopback || hasProxy(head.peer)
        else { return head.peer }
        return client
    }

    /// Whether a request that changes something comes from our own pages, or from no page at all.
    func isOwn(origin: String?, fetchSite: String?, host: String) -> Bool {
        if let fetchSite { return fetchSite == "same-origin" || fetchSite == "none" }
        guard let origin else { return true }
        return [self.origin, self.origin(of: host)].contains {
            $0.lowercased() == origin.lowercased()
        }
    }

    /// The origin of pages under one of our hosts: the proxy's scheme is not the server's own.
    private func origin(of host: String) -> String {
        if case .proxy(let origin) = reach, !isLocal(host.lowercased()) { return origin }
        return "\(scheme)://\(host)"
    }

    private func isLocal(_ host: String) -> Bool { localHosts.contains(host) }

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
