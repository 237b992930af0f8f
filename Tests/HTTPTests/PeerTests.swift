import Testing

@testable import HTTP

struct PeerTests {
    @Test(
        arguments: [
            (.loopback, .loopback), (.unix, .unix),
            (.other("192.0.2.7"), .other("192.0.2.7")),
            (.other("2001:db8:1:2:3:4:5:6"), .other("2001:db8:1:2::")),
            (.other("2001:db8::1"), .other("2001:db8::")),
            (.other("unknown"), .other("unknown")),
        ] as [(Peer, Peer)]
    )
    func networkIsWhatOneClientCanHave(peer: Peer, network: Peer) {
        #expect(peer.network == network)
    }

    @Test(
        arguments: [
            ("192.0.2.7", .other("192.0.2.7")), ("127.0.0.1", .loopback), ("::1", .loopback),
            ("2001:DB8::1", .other("2001:db8::1")), ("::ffff:192.0.2.7", .other("192.0.2.7")),
            ("", nil), ("unknown", nil), ("192.0.2.7:80", nil), ("[2001:db8::1]", nil),
            ("192.0.2", nil),
        ] as [(String, Peer?)]
    )
    func readsNumericAddressesOnly(text: String, peer: Peer?) {
        #expect(Peer(address: text) == peer)
    }
}
