import HTTP
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads
import Vault

@testable import Server

/// The handling of requests before they reach the library.
struct LockGateTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("a.omena")) { Moment(milliseconds: 0) }
    }

    @Test func acceptsOnlyItsOwnSessions() {
        let browsers = UnlockedBrowsers()
        let token = browsers.admit()

        #expect(browsers.includes(token))
        #expect(!browsers.includes("\(token)x"))
        #expect(!browsers.includes(""))
        browsers.removeAll()
        #expect(!browsers.includes(token))
    }

    @Test func endsTheOldestSessionWhenThereAreTooMany() {
        let browsers = UnlockedBrowsers()
        let first = browsers.admit()
        let others = (0..<64).map { _ in browsers.admit() }

        #expect(!browsers.includes(first))
        #expect(others.allSatisfy(browsers.includes))
    }

    /// Otherwise strangers could fill the memory.
    @Test(arguments: [
        ("/media", "cards.example.org", nil, false, Status.unauthorized),
        ("/reviews", "cards.example.org", nil, false, .unauthorized),
        ("/api/v1/notes", "cards.example.org", nil, false, .unauthorized),
        ("/import", "cards.example.org", nil, false, .unauthorized),
        ("/media", "evil.example", nil, true, .misdirectedRequest),
        ("/media", "cards.example.org", "https://evil.example", true, .forbidden),
        ("/nowhere", "cards.example.org", nil, true, .notFound),
        ("/manifest.webmanifest", "cards.example.org", nil, true, .methodNotAllowed),
    ])
    func readsNoBodyOfARefusedRequest(
        path: String,
        host: String,
        origin: String?,
        isPaired: Bool,
        status: Status
    ) async throws {
        var head = try head(path, host: host)
        head.headers["Origin"] = origin
        if isPaired { head.headers["Cookie"] = "__Host-omena=\(try library.pair(name: "phone"))" }

        let handler = gate(reach: .proxy(origin: "https://cards.example.org")).handler(for: head)

        #expect(handler.bodyPolicy == .unread)
        #expect(await handler.respond(Request(head)).status == status)
    }

    @Test(arguments: [
        ("/media", BodyPolicy.memory(limit: 20_000_000)), ("/pair", .memory(limit: 4 << 10)),
        ("/reviews", .memory(limit: 1 << 20)), ("/unlock/passphrase", .memory(limit: 64 << 10)),
    ])
    func readsTheBodyOfAnAdmittedRequest(path: String, policy: BodyPolicy) throws {
        var head = try head(path, host: "cards.example.org")
        head.headers["Cookie"] = "__Host-omena=\(try library.pair(name: "phone"))"

        let gate = gate(reach: .proxy(origin: "https://cards.example.org"))

        #expect(gate.handler(for: head).bodyPolicy == policy)
    }

    @Test func refusalStandsThoughTheBrowserIsPairedAMomentLater() async throws {
        let gate = gate(reach: .proxy(origin: "https://cards.example.org"))
        var head = try head("/reviews", host: "cards.example.org")
        let handler = gate.handler(for: head)

        head.headers["Cookie"] = "__Host-omena=\(try library.pair(name: "phone"))"

        #expect(await handler.respond(Request(head)).status == .unauthorized)
    }

    @Test func indexesAfterAChange() async throws {
        let gate = try gateAfterImport()
        defer { try? gate.lock.end() }

        let target = try RequestTarget("/undo")
        let head = RequestHead(method: .post, target: target, headers: ["Host": "localhost:6636"])
        _ = await gate.handler(for: head).respond(Request(head))

        let deadline = Instant.now + .seconds(60)
        while try library.needsIndexing(), Instant.now < deadline { Thread.giveWay() }
        #expect(try !library.needsIndexing())
    }

    /// A library may have been locked before its indexing was complete.
    @Test func searchRespondsAtOnceAndStartsIndexing() async throws {
        let gate = try gateAfterImport()
        defer { try? gate.lock.end() }

        let target = try RequestTarget("/api/v1/notes?query=word")
        let head = RequestHead(
            method: .get,
            target: target,
            headers: ["Host": "localhost:6636"],
            peer: .loopback
        )
        let response = await gate.handler(for: head).respond(Request(head))

        #expect(response.status == .ok)
        let deadline = Instant.now + .seconds(60)
        while try library.needsIndexing(), Instant.now < deadline { Thread.giveWay() }
        #expect(try !library.needsIndexing())
    }

    @Test func maintenanceBeginsOnceADay() throws {
        while try library.indexNextPart() {}
        let moment = Locked(Moment(milliseconds: 0))
        let clock = Clock(now: { moment.withLock { $0 } }, offset: { 0 })
        let begun = Locked(0)
        let maintenance = Maintenance(
            LibraryLock(library, clock: clock),
            clock: clock,
            perform: { _ in begun.withLock { $0 += 1 } },
            report: { Issue.record("\($0)") }
        )

        for days: Int64 in [0, 0, 1] {
            moment.withLock { $0 = Moment(milliseconds: days * 86_400_000) }
            maintenance.libraryUsed(library)
        }

        #expect(begun.withLock { $0 } == 2)
    }

    /// A server may stop, or a library may be locked, during a backup.
    @Test func closingTheLibraryEndsItsMaintenanceSilently() throws {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        let lock = LibraryLock(library, clock: clock)
        let maintenance = Maintenance(lock, clock: clock) { Issue.record("\($0)") }
        try lock.end()

        #expect(throws: LibraryError.self) { try library.performDailyMaintenance() }
        maintenance.maintain(library)
    }

    private func head(_ path: String, host: String) throws -> RequestHead {
        RequestHead(
            method: .post,
            target: try RequestTarget(path),
            headers: ["Host": host],
            hasBody: true
        )
    }

    private func gate(
        reach: AccessPolicy.Reach,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> LockGate {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        return LockGate(
            lock: LibraryLock(library, clock: clock),
            access: AccessPolicy(reach: reach, port: 6636, isSecure: false),
            clock: clock,
            report: report
        )
    }

    /// The gate of a library that is not yet indexed.
    private func gateAfterImport() throws -> LockGate {
        let gate = gate(reach: .loopback) { Issue.record("\($0)") }
        let notes = (1...2_000).map { number in
            ImportNote(
                .none,
                type: NoteType.basic.id,
                values: [.number(1): FieldValue("word \(number)"), .number(2): FieldValue("x")]
            )
        }
        _ = try library.importNotes(
            of: ImportBatch(file: "many.csv", into: try #require(DeckName("Many")), notes: notes),
            by: nil
        )
        #expect(try library.needsIndexing())
        return gate
    }
}
