import HTTP
import Pages
import Testing

@testable import Server

struct AccessPolicyTests {
    private static let local = AccessPolicy(reach: .loopback, port: 6636, isSecure: false)
    private static let network = AccessPolicy(
        reach: .network(host: "shelf"),
        port: 6636,
        isSecure: true
    )
    private static let proxied = AccessPolicy(
        reach: .proxy(origin: "https://cards.example.org"),
        port: 6636,
        isSecure: false
    )

    private static let client = Peer.other("192.0.2.7")

    @Test(
        arguments: [
            (proxied, .loopback, ["192.0.2.7"], client),
            (proxied, .loopback, ["198.51.100.1, 192.0.2.7"], client),
            (proxied, .loopback, ["198.51.100.1", "192.0.2.7"], client),
            (proxied, .loopback, ["192.0.2.7, nonsense"], .loopback),
            (proxied, .loopback, [], .loopback),
            (proxied, .other("203.0.113.5"), ["192.0.2.7"], .other("203.0.113.5")),
            (proxied, .unix, ["192.0.2.7"], .unix),
            (local, .loopback, ["192.0.2.7"], .loopback),
            (network, .loopback, ["192.0.2.7"], .loopback),
        ] as [(AccessPolicy, Peer, [String], Peer)]
    )
    func believesOnlyWhatAProxyOfThisMachineAdds(
        access: AccessPolicy,
        peer: Peer,
        forwarded: [String],
        client: Peer
    ) throws {
        var head = RequestHead(target: try RequestTarget("/"), peer: peer)
        for address in forwarded { head.headers.append("X-Forwarded-For", address) }

        #expect(access.client(of: head) == client)
    }

    @Test(arguments: [(proxied, client), (network, .other("10.0.0.11"))])
    func believesTheProxyOfAKnownMachine(access: AccessPolicy, client: Peer) throws {
        let proxy = Peer.other("10.0.0.11")
        var head = RequestHead(target: try RequestTarget("/"), peer: proxy)
        head.headers["X-Forwarded-For"] = "192.0.2.7"

        #expect(access.client(of: head) { $0 == proxy } == client)
        #expect(access.client(of: head) { $0 != proxy } == proxy)
    }

    @Test(arguments: [
        (local, "localhost:6636", true),
        (local, "LOCALHOST:6636", true),
        (local, "127.0.0.1:6636", true),
        (local, "[::1]:6636", true),
        (local, "localhost", false),
        (local, "localhost:80", false),
        (local, "192.168.1.7:6636", false),
        (local, "evil.example:6636", false),
        (local, "", false),
        (network, "shelf:6636", true),
        (network, "192.168.1.7:6636", true),
        (network, "[fe80::1]:6636", true),
        (network, "evil.example:6636", false),
        (network, "1.2.3.4.evil.example:6636", false),
        (proxied, "cards.example.org", true),
        (proxied, "cards.example.org.evil.example", false),
        (proxied, "example.org", false),
        (proxied, "localhost:6636", true),
    ])
    func acceptsOnlyItsOwnHosts(access: AccessPolicy, host: String, isOurs: Bool) {
        #expect(access.answers(to: host) == isOurs)
    }

    @Test func omitsTheDefaultPort() {
        let access = AccessPolicy(reach: .network(host: "shelf"), port: 443, isSecure: true)

        #expect(access.origin == "https://shelf")
        #expect(access.answers(to: "shelf"))
        #expect(access.answers(to: "localhost"))
    }

    @Test(arguments: [
        (nil, nil, true),
        ("http://localhost:6636", nil, true),
        ("http://127.0.0.1:6636", nil, false),
        ("https://evil.example", nil, false),
        ("null", nil, false),
        ("https://evil.example", "same-origin", true),
        (nil, "same-origin", true),
        (nil, "none", true),
        (nil, "same-site", false),
        ("http://localhost:6636", "cross-site", false),
    ])
    func acceptsChangesOnlyFromItsOwnPages(origin: String?, fetchSite: String?, isOwn: Bool) {
        let isTaken = Self.local.isOwn(
            origin: origin,
            fetchSite: fetchSite,
            host: "localhost:6636"
        )

        #expect(isTaken == isOwn)
    }

    @Test(arguments: [
        (proxied, "cards.example.org", "https://cards.example.org", true),
        (proxied, "cards.example.org", "http://cards.example.org", false),
        (proxied, "localhost:6636", "http://localhost:6636", true),
        (network, "shelf:6636", "https://shelf:6636", true),
        (network, "192.168.1.7:6636", "https://192.168.1.7:6636", true),
        (network, "192.168.1.7:6636", "http://192.168.1.7:6636", false),
    ])
    func acceptsChangesOnlyOverTheSchemeOfAHost(
        access: AccessPolicy,
        host: String,
        origin: String,
        isOwn: Bool
    ) {
        #expect(access.isOwn(origin: origin, fetchSite: nil, host: host) == isOwn)
    }

    /// The header holds for all ports of a host, where other services may not use TLS.
    @Test(arguments: [
        (local, false), (network, false), (proxied, true),
        (AccessPolicy(reach: .proxy(origin: "https://a:8443"), port: 80, isSecure: false), false),
        (AccessPolicy(reach: .proxy(origin: "https://[::1]"), port: 80, isSecure: false), true),
        (AccessPolicy(reach: .proxy(origin: "https://[::1]:1"), port: 80, isSecure: false), false),
    ])
    func requiresTLSOnlyOfAHostOfItsOwn(access: AccessPolicy, isStrict: Bool) {
        let page = SecurityHeaders.added(to: .html([]), of: .home, at: access)

        #expect((page.headers["Strict-Transport-Security"] != nil) == isStrict)
    }

    @Test(arguments: [
        (local, false), (network, true), (proxied, true),
        (AccessPolicy(reach: .loopback, port: 6636, isSecure: true), true),
        (AccessPolicy(reach: .network(host: "shelf"), port: 6636, isSecure: false), false),
        (AccessPolicy(reach: .proxy(origin: "http://a"), port: 6636, isSecure: true), false),
    ])
    func knowsWhetherBrowsersReachItOverTLS(access: AccessPolicy, isSecure: Bool) {
        #expect(access.hasSecureOrigin == isSecure)
        #expect(access.origin.hasPrefix("https://") == isSecure)
    }

    @Test func requiresPairingIfOtherMachinesCanConnect() {
        #expect(!Self.local.wantsPairing)
        #expect(Self.network.wantsPairing)
        #expect(Self.proxied.wantsPairing)
    }
}
