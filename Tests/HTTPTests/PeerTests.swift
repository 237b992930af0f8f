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
}
