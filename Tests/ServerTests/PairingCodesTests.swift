import HTTP
import Testing
import Threads

@testable import Server

struct PairingCodesTests {
    private let codes = PairingCodes()
    private let noon = Instant(nanoseconds: 1_763_640_000_000)
    private let phone = Peer.other("192.0.2.1")

    private func later(_ minutes: Int64) -> Instant { noon + .seconds(60 * minutes) }

    @Test func acceptsACodeOnceInAnySpelling() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(" \(code.lowercased()) ", from: phone, at: later(1)) == .accepted)
        #expect(codes.redeem(code, from: phone, at: later(1)) == .wrong)
    }

    @Test func codeExpiresAfterTenMinutes() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(code, from: phone, at: later(11)) == .wrong)
    }

    @Test func checksAtMostTenGuessesAMinuteOfOneNetwork() {
        let code = codes.issue(at: noon)
        for _ in 0..<10 { #expect(codes.redeem("AAAA-AAAA", from: phone, at: noon) == .wrong) }

        #expect(codes.redeem(code, from: phone, at: noon) == .tooMany)
        #expect(codes.redeem(code, from: phone, at: later(1)) == .accepted)
    }

    /// Behind a proxy all have its address.
    @Test(arguments: [Peer.other("192.0.2.2"), .loopback])
    func guessesOfAStrangerKeepNobodyFromPairing(owner: Peer) {
        let code = codes.issue(at: noon)
        let stranger = owner == .loopback ? owner : phone
        for _ in 0..<100 { _ = codes.redeem("AAAAA-AAAAA", from: stranger, at: noon) }

        #expect(codes.redeem(code, from: owner, at: noon) == .accepted)
    }

    @Test func createsCodesThatCannotBeMisread() {
        for _ in 0..<200 {
            let code = codes.issue(at: noon)
            #expect(code.count == 11)
            #expect(!code.contains { "01IOLU".contains($0) })
        }
    }
}
