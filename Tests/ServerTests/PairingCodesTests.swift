import HTTP
import Library
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Server

struct PairingCodesTests {
    private let codes = PairingCodes()
    private let noon = Duration.seconds(12 * 3_600)
    private let phone = Peer.other("192.0.2.1")

    private func later(_ minutes: Int64) -> Duration { noon + .seconds(minutes * 60) }

    @Test func acceptsACodeOnceInAnySpelling() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(" \(code.lowercased()) ", from: phone, at: later(1)) == .accepted)
        #expect(codes.redeem(code, from: phone, at: later(1)) == .wrong)
    }

    @Test func codeExpiresAfterTenMinutes() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(code, from: phone, at: later(11)) == .wrong)
    }

    @Test func whoeverGuessesTenTimesAMinuteIsToldToWait() {
        for _ in 0..<10 { #expect(codes.redeem("AAAA-AAAA", from: phone, at: noon) == .wrong) }

        #expect(codes.redeem("AAAA-AAAA", from: phone, at: noon) == .tooMany)
        #expect(codes.redeem("AAAA-AAAA", from: phone, at: later(1)) == .wrong)
    }

    /// Also not on the same network, or behind a proxy, where all have its address.
    @Test(arguments: [Peer.other("192.0.2.1"), .other("192.0.2.2"), .loopback])
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

    /// Setting the clock back prolongs no code.
    @Test func codesEndByAClockThatCannotBeSet() async throws {
        let start = Moment(milliseconds: 1_763_640_000_000)
        let time = Locked((now: start, uptime: Duration.seconds(100)))
        let clock = Clock(
            now: { time.withLock { $0.now } },
            offset: { 0 },
            uptime: { time.withLock { $0.uptime } }
        )
        let folder = try TemporaryFolder()
        let library = try Library.openNew(at: folder.path("a.omena")) { start }
        let gate = LockGate(
            lock: LibraryLock(library, clock: clock),
            access: AccessPolicy(
                reach: .proxy(origin: "https://cards.example.org"),
                port: 6636,
                isSecure: false
            ),
            clock: clock,
            report: { _ in }
        )
        defer { try? gate.lock.end() }
        func post(_ path: String, _ body: String = "", peer: Peer) async throws -> Response {
            let head = RequestHead(
                method: .post,
                target: try RequestTarget(path),
                headers: [
                    "Host": peer == .unix ? "localhost" : "cards.example.org",
                    "Origin": "https://cards.example.org",
                    "Content-Type": "application/x-www-form-urlencoded",
                ],
                peer: peer
            )
            let request = Request(head, body: .bytes(Array(body.utf8)))
            return await gate.handler(for: head).respond(request)
        }
        let issued = try await post("/pairing-codes", peer: .unix)
        guard case .bytes(let bytes) = issued.body else { throw CancellationError() }
        let code = try #require(
            String(decoding: bytes, as: UTF8.self).firstMatch(of: /[0-9A-Z]{5}-[0-9A-Z]{5}/)
        ).output

        time.withLock { time in
            time.now = Moment(milliseconds: time.now.milliseconds - 365 * 86_400_000)
            time.uptime += .seconds(11 * 60)
        }

        #expect(try await post("/pair", "code=\(code)", peer: .loopback).status == .unauthorized)
    }
}
