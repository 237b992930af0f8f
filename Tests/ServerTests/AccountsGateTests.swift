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
        try await answer(toSigningIn: name, passphrase).status
    }

    /// - Parameter cookie: One that a browser sends.
    private func answer(
        toSigningIn name: String,
        _ passphrase: String = "some wrong guess",
        cookie: String? = nil
    ) async throws -> Response {
        var head = try head(
            "/sign-in",
            ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        )
        head.headers["Cookie"] = cookie
        let words = passphrase.replacing(" ", with: "+")
        let body = Array("name=\(name)&passphrase=\(words)".utf8)
        return await gate.handler(for: head).respond(Request(head, body: .bytes(body)))
    }

    /// Adds a learner, and returns the passphrase.
    private func addBen() throws -> String {
        let ben = try accounts.add(try #require(LearnerName("ben")), title: "")
        let passphrase = "four green apples"
        _ = try accounts.use(
            invitation: try accounts.invite(ben),
            for: .passphrase(try #require(Passphrase(passphrase)))
        )
        return passphrase
    }

    @Test func namesThatNobodyCanHaveFillNoMemory() async throws {
        let long = String(repeating: "x", count: 5_000)
        for number in 0..<8 { _ = try await signIn("\(long)\(number)") }

        #expect(gate.tries.count == 1)
    }

    @Test func triesThatTheNetworkRefusesCountForNoName() async throws {
        let passphrase = try addBen()
        for number in 0..<20 { #expect(try await signIn("name\(number)") == .unauthorized) }

        for _ in 0..<10 { #expect(try await signIn("ben") == .tooManyRequests) }

        #expect(gate.tries.count == 20)
        clock.seconds.add(5, ordering: .relaxed)
        #expect(try await signIn("ben", passphrase) == .ok)
    }

    /// The first time it may be somebody else at the same address.
    @Test func whoGuessesAtOthersDoesNotBeginAnewWithEachSignInOfTheirOwn() async throws {
        let passphrase = try addBen()
        for round in 0..<2 {
            for number in 0..<15 {
                #expect(try await signIn("name\(round)\(number)") == .unauthorized)
            }
            #expect(try await signIn("ben", passphrase) == .ok)
        }

        var statuses: [Status] = []
        for number in 0..<7 { statuses.append(try await signIn("other\(number)")) }

        let expected: [Status] = Array(repeating: .unauthorized, count: 5)
        #expect(statuses == expected + [.tooManyRequests, .tooManyRequests])
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

    /// The thread that decides how a body is read does so for all connections.
    @Test(arguments: [("reviews", 1 << 20), ("classes/0000000000000001", 16 << 10)])
    func aSmallBodyIsReadBeforeItsLibraryIsOpened(path: String, limit: Int) throws {
        _ = try accounts.add(try #require(LearnerName("ben")), title: "")
        var head = try head(
            "/~ben/\(path)",
            ["Content-Type": "application/json", "Content-Length": "2"]
        )
        head.peer = .unix

        #expect(gate.handler(for: head).bodyPolicy == .memory(limit: limit))
    }

    @Test func triesOfOthersKeepNobodyOutOfABrowserThatSignedInBefore() async throws {
        let passphrase = try addBen()
        let answer = try await answer(toSigningIn: "ben", passphrase)
        let cookie = try #require(answer.headers.all("Set-Cookie").last?.prefix { $0 != ";" })
        for number in 0..<30 { _ = try await signIn("name\(number)") }
        #expect(try await signIn("ben", passphrase) == .tooManyRequests)

        let known = try await self.answer(toSigningIn: "ben", passphrase, cookie: "\(cookie)")

        #expect(known.status == .ok)
        // It is known as a browser of this learner alone.
        let other = cookie.split(separator: "=")[1]
        let made = "omena-signed-6636=\(other)"
        for cookie in [made, "\(cookie)x"] {
            let answer = try await self.answer(toSigningIn: "ben", passphrase, cookie: cookie)
            #expect(answer.status == .tooManyRequests)
        }
    }

    @Test func whoGuessesInAKnownBrowserHasToWaitToo() async throws {
        let passphrase = try addBen()
        let answer = try await answer(toSigningIn: "ben", passphrase)
        let cookie = try #require(answer.headers.all("Set-Cookie").last?.prefix { $0 != ";" })

        var statuses: [Status] = []
        for _ in 0..<7 {
            statuses.append(try await self.answer(toSigningIn: "ben", cookie: "\(cookie)").status)
        }

        let expected: [Status] = Array(repeating: .unauthorized, count: 5)
        #expect(statuses == expected + [.tooManyRequests, .tooManyRequests])
    }

    /// Also with the token of another learner, or one that was made up.
    @Test(arguments: ["ben", "nobody"])
    func nobodyIsLookedForWithoutATokenOfTheirs(name: String) async throws {
        _ = try accounts.add(try #require(LearnerName("ben")), title: "")
        let anna = try #require(LearnerName("anna"))
        let ben = try #require(LearnerName("ben"))
        let others = [
            try accounts.issueToken(for: .peer, to: anna),
            try accounts.issueToken(for: .browser, to: ben), "x", "x.y", "",
        ]
        for token in others {
            let head = try head("/~\(name)/sync/facts", ["Authorization": "Bearer \(token)"])

            let handler = gate.handler(for: head)

            #expect(handler.bodyPolicy == .unread)
            #expect(await handler.respond(Request(head)).status == .unauthorized)
        }
    }
}
