import Accounts
import HTTP
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Exchange
@testable import Server

/// What takes its time for some learners leaves the threads that answer to everybody else.
struct SharedThreadsTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
    private let hold = Hold()

    /// Keeps what takes its time from ending.
    private final class Hold: Sendable {
        private let begun = Locked(0)
        private let mayEnd = Locked(false)

        func callAsFunction() {
            begun.withLock { $0 += 1 }
            mayEnd.withLock(when: { $0 }) { _ in }
        }

        func wait(for count: Int) { begun.withLock(when: { $0 == count }) { _ in } }

        func end() { mayEnd.withLock { $0 = true } }
    }

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("a.omena")) { Moment(milliseconds: 0) }
    }

    /// Whether a pool has a thread for somebody else; where it has none, this is found out after a while.
    private func isFree(_ pool: ThreadPool) -> Bool {
        let hasRun = Locked(false)
        Task(executorPreference: pool) { hasRun.withLock { $0 = true } }
        return hasRun.withLock(when: { $0 }, orAt: .now + .seconds(20)) { $0 }
    }

    private func gate(
        for other: Library? = nil,
        mostAtOnce: Int? = nil,
        opener: FileOpener = .here
    ) -> LockGate {
        LockGate(
            lock: LibraryLock(other ?? library, clock: clock),
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            opener: opener,
            mostAtOnce: mostAtOnce,
            report: { Issue.record("\($0)") }
        )
    }

    /// A server of learners who all have the same library, except for some.
    private func gate(
        of accounts: Accounts,
        with gate: LockGate,
        but others: [AccountID: LockGate] = [:]
    ) -> AccountsGate {
        AccountsGate(
            accounts: accounts,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false, hasAccounts: true),
            clock: clock,
            libraries: OpenLibraries(most: 2, report: { Issue.record("\($0)") }) { account, _ in
                .here(others[account.id] ?? gate)
            },
            report: { Issue.record("\($0)") }
        )
    }

    /// A class with an edition that cannot be read.
    private func publish(in accounts: Accounts) throws -> Publication {
        let tessa = try accounts.add(
            try #require(LearnerName("tessa")),
            title: "",
            role: .teacher
        )
        let pack = try accounts.packs.put(Array("{}".utf8))
        return try accounts.publish(
            NewEdition(pack: pack, size: 2, notes: 1, media: []),
            as: "Finnish 1",
            deck: 1,
            of: tessa,
            showsProgress: false
        )
    }

    private func join(
        _ publication: Publication,
        _ name: String,
        _ accounts: Accounts
    ) throws -> Account {
        let learner = try accounts.add(try #require(LearnerName(name)), title: "")
        try accounts.subscribe(learner, to: publication, showsProgress: false)
        return learner
    }

    private func request(
        _ path: String,
        _ type: String,
        _ body: String,
        from peer: Peer = .unix
    ) throws -> Request {
        let head = RequestHead(
            method: .post,
            target: try RequestTarget(path),
            headers: [
                "Host": "localhost:6636", "Content-Type": type,
                "Content-Length": "\(body.utf8.count)",
            ],
            peer: peer,
            hasBody: true
        )
        return Request(head, body: .bytes(Array(body.utf8)))
    }

    @Test func whoWaitsForTheirOwnImportLeavesThreadsToOthers() async throws {
        let gate = gate(mostAtOnce: 2)
        defer { try? gate.lock.end() }
        let pool = ThreadPool(threads: 3)
        let deck = try #require(DeckName("Many"))
        let batch = ImportBatch(file: "a.csv", into: deck, noteCount: 0) { [hold] _, _ in hold() }
        let importing = Thread { [library] in _ = try? library.importNotes(of: batch, by: nil) }
        hold.wait(for: 1)

        let answers = try (0..<6).map { number in
            let body = #"{"name":"\#(number)"}"#
            let request = try request(
                "/api/v1/decks",
                "application/json",
                body,
                from: .loopback
            )
            return Task(executorPreference: pool) {
                await gate.handler(for: request.head).respond(request).status
            }
        }
        let isFree = isFree(pool)
        // What ends the import needs no turn.
        let stop = try request(
            "/import/stop?id=a",
            "application/x-www-form-urlencoded",
            "",
            from: .loopback
        )
        let other = ThreadPool(threads: 1)
        let stopped = Locked(Status?.none)
        Task(executorPreference: other) {
            let status = await gate.handler(for: stop.head).respond(stop).status
            stopped.withLock { $0 = status }
        }
        let status = stopped.withLock(when: { $0 != nil }, orAt: .now + .seconds(20)) { $0 }

        hold.end()
        importing.join()
        #expect(isFree)
        #expect(status == .ok)
        for answer in answers { #expect(await answer.value == .created) }
        await pool.stop()
        await other.stop()
    }

    @Test func aClassThatTakesAnEditionLeavesThreadsToOthers() async throws {
        let accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
        let publication = try publish(in: accounts)
        _ = try join(publication, "ben", accounts)
        let opener = FileOpener { [hold] _, _ throws(ExchangeError) in
            hold()
            throw .emptyFile("a")
        }
        let ofBen = gate(opener: opener)
        defer { try? ofBen.lock.end() }
        let server = gate(of: accounts, with: ofBen)
        let pool = ThreadPool(threads: 1)
        let request = try request(
            "/~ben/classes/\(publication.id)",
            "application/x-www-form-urlencoded",
            "do=take"
        )

        let taking = Task(executorPreference: pool) {
            await server.handler(for: request.head).respond(request).status
        }
        hold.wait(for: 1)
        let isFree = isFree(pool)

        hold.end()
        #expect(isFree)
        #expect(await taking.value == .conflict)
        await pool.stop()
    }

    @Test func aLearnerWithManyEditionsLeavesThreadsToTheirClass() async throws {
        let accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
        let publication = try publish(in: accounts)
        _ = try join(publication, "ben", accounts)
        let cleo = try join(publication, "cleo", accounts)
        let ofBen = gate(
            opener: FileOpener { [hold] _, _ throws(ExchangeError) in
                hold()
                throw .emptyFile("a")
            }
        )
        defer { try? ofBen.lock.end() }
        let another = try Library.openNew(at: folder.path("b.omena")) { Moment(milliseconds: 0) }
        let ofCleo = gate(
            for: another,
            opener: FileOpener { _, _ throws(ExchangeError) in throw .emptyFile("a") }
        )
        defer { try? ofCleo.lock.end() }
        let server = gate(of: accounts, with: ofBen, but: [cleo.id: ofCleo])
        let pool = ThreadPool(threads: 1)
        let statuses = Locked<[String: [Status]]>([:])
        func take(as name: String) throws -> Task<Void, Never> {
            let request = try request(
                "/~\(name)/classes/\(publication.id)",
                "application/x-www-form-urlencoded",
                "do=take"
            )
            return Task(executorPreference: pool) {
                let status = await server.handler(for: request.head).respond(request).status
                statuses.withLock { $0[name, default: []].append(status) }
            }
        }

        var tasks = try (0..<3).map { _ in try take(as: "ben") }
        hold.wait(for: 1)
        // On the only thread, so that all of them have asked for their turn.
        await Task(executorPreference: pool) {}.value
        tasks.append(try take(as: "cleo"))
        let ofClass = statuses.withLock(
            when: { $0["cleo"] != nil },
            orAt: .now + .seconds(20)
        ) { $0 }

        hold.end()
        #expect(ofClass == ["cleo": [.conflict]])
        for task in tasks { await task.value }
        #expect(statuses.withLock { $0["ben"] } == [.conflict, .conflict, .conflict])
        await pool.stop()
    }

    /// Only one of those that copy the whole library works at a time, so a copy that a peer asks for may have to wait.
    @Test func whoWaitsForAFirstCopyLeavesThreadsToOthers() async throws {
        _ = try library.makeDeck(named: try #require(DeckName("Mine")), by: nil)
        let token = try library.pairPeer(name: "laptop")
        let gate = gate()
        defer { try? gate.lock.end() }
        let backingUp = Thread { [library, hold] in
            _ = try? library.backUp(.asked) { _ in hold() }
        }
        hold.wait(for: 1)
        let path = folder.path("socket")
        var limits = Limits()
        limits.workers = 1
        let server = Server(
            listeners: [try .unix(path: path)],
            limits: limits,
            refusal: { error, _ in Response(error.status) },
            handler: { gate.handler(for: $0) }
        )
        try server.start()
        let head = RequestHead(
            method: .get,
            target: try RequestTarget("/sync/library"),
            headers: ["Host": "localhost:6636", "Authorization": "Bearer \(token)"],
            peer: .unix,
            hasBody: false
        )

        let begun = Locked(0)
        let asking = Task {
            let forwarder = Forwarder(toSocket: path)
            var responses: [Response] = []
            for _ in 0..<2 {
                responses.append(try await forwarder.forward(Request(head), adding: "X", "1"))
                begun.withLock { $0 += 1 }
            }
            return responses.map(\.status)
        }
        let haveBegun = begun.withLock(when: { $0 == 2 }, orAt: .now + .seconds(20)) { $0 == 2 }

        hold.end()
        backingUp.join()
        #expect(haveBegun)
        #expect(try await asking.value == [.ok, .ok])
        await server.stop()
    }

    @Test func whoWaitsToSignInLeavesThreadsToOthers() async throws {
        let accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
        let server = gate(of: accounts, with: gate())
        let (busy, pool) = (ThreadPool(threads: 2), ThreadPool(threads: 1))
        let checks = (0..<2).map { _ in
            Task(executorPreference: busy) { [hold] in await server.checks.run { hold() } }
        }
        hold.wait(for: 2)
        let request = try request(
            "/sign-in",
            "application/x-www-form-urlencoded",
            "name=ben&passphrase=four+green+apples"
        )

        let signingIn = Task(executorPreference: pool) {
            await server.handler(for: request.head).respond(request).status
        }
        let isFree = isFree(pool)

        hold.end()
        #expect(isFree)
        #expect(await signingIn.value == .unauthorized)
        for check in checks { await check.value }
        await busy.stop()
        await pool.stop()
    }
}
