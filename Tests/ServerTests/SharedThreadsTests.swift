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

    private func gate(mostAtOnce: Int? = nil, opener: FileOpener = .here) -> LockGate {
        LockGate(
            lock: LibraryLock(library, clock: clock),
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            opener: opener,
            mostAtOnce: mostAtOnce,
            report: { Issue.record("\($0)") }
        )
    }

    /// A server of learners who all have the same library.
    private func gate(of accounts: Accounts, with gate: LockGate) -> AccountsGate {
        AccountsGate(
            accounts: accounts,
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false, hasAccounts: true),
            clock: clock,
            libraries: OpenLibraries(most: 1, report: { Issue.record("\($0)") }) { _, _ in
                .here(gate)
            },
            report: { Issue.record("\($0)") }
        )
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
        let tessa = try accounts.add(
            try #require(LearnerName("tessa")),
            title: "",
            role: .teacher
        )
        let ben = try accounts.add(try #require(LearnerName("ben")), title: "")
        let pack = try accounts.packs.put(Array("{}".utf8))
        let publication = try accounts.publish(
            NewEdition(pack: pack, size: 2, notes: 1, media: []),
            as: "Finnish 1",
            deck: 1,
            of: tessa,
            showsProgress: false
        )
        try accounts.subscribe(ben, to: publication, showsProgress: false)
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
