import Testing

@testable import HTTP

struct BodyMemoryTests {
    private let memory = BodyMemory(limit: 1000)
    private let crowd = Peer.other("192.0.2.1")
    private let visitor = Peer.other("192.0.2.2")

    @Test func heaviestNetworkLosesItsOldestBody() {
        let early = body(of: visitor)
        let crowded = (0..<4).map { _ in body(of: crowd) }
        #expect(append(100, to: early))
        #expect(crowded.allSatisfy { append(200, to: $0) })

        let late = body(of: visitor)
        #expect(append(150, to: late))

        #expect(!append(1, to: crowded[0]))
        #expect(crowded[0].finish() == nil)
        #expect(
            (crowded.dropFirst() + [early, late]).map { $0.finish()?.count } == [
                200, 200, 200, 100, 150,
            ]
        )
    }

    @Test func bodyThatIsTooLargeAloneIsLost() {
        let body = body(of: visitor)

        #expect(append(900, to: body))
        #expect(!append(200, to: body))
    }

    @Test func completeBodyIsKeptAndCountsUntilItIsReleased() {
        var complete = [body(of: crowd)]
        #expect(append(900, to: complete[0]))
        #expect(complete[0].finish()?.count == 900)

        #expect(!append(200, to: body(of: visitor)))
        complete = []
        #expect(append(200, to: body(of: visitor)))
    }

    @Test func piecesMakeTheWholeBody() {
        let memory = BodyMemory(limit: 1 << 20)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for size in [1000, 1 << 16, 70_001, bytes.count] {
            let body = HeldBody(in: memory, of: crowd)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                #expect(piece.withUnsafeBytes(body.append))
            }

            #expect(body.finish() == bytes)
        }
    }

    private func body(of network: Peer) -> HeldBody {
        HeldBody(in: memory, of: network)
    }

    private func append(_ count: Int, to body: HeldBody) -> Bool {
        [UInt8](repeating: 7, count: count).withUnsafeBytes(body.append)
    }
}
