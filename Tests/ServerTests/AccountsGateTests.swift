import Accounts
import HTTP
import Library
import Notes
import Synchronization
import TestFolder
import Testing
import Vault

@testable import Server

/// What strangers may ask of a server of several learners.
struct AccountsGateTests {
    private let folder: TemporaryFolder
    private let accounts: Accounts
    private let gate: AccountsGate
    private let clock = TestClock()

    private final class TestClock: Sendable {
        let seconds = Atomic<Int64>(1_000)
    }

    init() throws {
        folder = try TemporaryFolder()
        accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
        let clock = clock
        gate = AccountsGate(
            accounts: accounts,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false, hasAccounts: true),
            clock: Clock(
                now: { Moment(milliseconds: 1_700_000_000_000) },
                offset: { 0 },
                uptime: { .seconds(clock.seconds.load(ordering: .relaxed)) }
            ),
            libraries: OpenLibraries(most: 1, report: { Issue.record("\($0)") }) { account, _ in
                Issue.record("the library of \(account.name) is opened")
                throw LibraryError.failed(reason: "it is not here")
            },
            report: { Issue.record("\($0)") }
        )
    }

    private func head(_ path: String, _ headers: Headers = [:]) throws -> RequestHead {
        var head = RequestHead(
            method: .post,
            target: try RequestTarget(path),
            headers: headers,
            hasBody: true
        )
        head.headers["Host"] = "localhost:6636"
        return head
    }

    private func signIn(
        _ name: String,
        _ passphrase: String = "some wrong guess"
    ) async throws -> Status {
        let head = try head(
            "/sign-in",
            ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        )
        let words = passphrase.replacing(" ", with: "+")
        let body = Array("name=\(name)&passphrase=\(words)".utf8)
        return await gate.handler(for: head).respond(Request(head, body: .bytes(body))).status
    }

    @Test func namesThatNobodyCanHaveFillNoMemory() async throws {
        let long = String(repeating: "x", count: 5_000)
        for number in 0..<8 { _ = try await signIn("\(long)\(number)") }

        #expect(gate.tries.count == 1)
    }

    @Test func triesThatTheNetworkRefusesCountForNoName() async throws {
        let ben = try accounts.add(try #require(LearnerName("ben")), title: "")
        let passphrase = "four green apples"
        _ = try accounts.use(
            invitation: try accounts.invite(ben),
            for: .passphrase(try #require(Passphrase(passphrase)))
        )
        for number in 0..<20 { #expect(try await signIn("name\(number)") == .unauthorized) }

        for _ in 0..<10 { #expect(try await signIn("ben") == .tooManyRequests) }

        #expect(gate.tries.count == 20)
        clock.seconds.add(5, ordering: .relaxed)
        #expect(try await signIn("ben", passphrase) == .ok)
    }

    @Test(arguments: ["ben", "nobody"])
    func aCodeIsReadBeforeTheLearnerIsLookedFor(name: String) async throws {
        _ = try accounts.add(try #require(LearnerName("ben")), title: "")
        let head = try head("/~\(name)/sync/pair", ["Content-Type": "application/json"])

        let handler = gate.handler(for: head)

        #expect(handler.bodyPolicy == .memory(limit: 4 << 10))
        let body = Array(#"{"code":"AAAAA-AAAAA","name":"x"}"#.utf8)
        #expect(await handler.respond(Request(head, body: .bytes(body))).status == .unauthorized)
    }

    @Test(arguments: ["ben", "nobody"])
    func nobodyIsLookedForWithoutAToken(name: String) async throws {
        _ = try accounts.add(try #require(LearnerName("ben")), title: "")
        let head = try head("/~\(name)/sync/facts")

        let handler = gate.handler(for: head)

        #expect(handler.bodyPolicy == .unread)
        #expect(await handler.respond(Request(head)).status == .unauthorized)
    }
}
