import HTTP
import Library
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

    /// Answers sent while the library is locked are refused as locked, not as too large, so that the browser sends them again.
    @Test func readsTheBodiesOfAnswersWhileLocked() throws {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        let gate = LockGate(
            lock: LibraryLock(library, clock: clock),
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { _ in }
        )
        let target = try RequestTarget("/reviews")
        let head = RequestHead(method: .post, target: target, headers: Headers(), peer: .loopback)

        #expect(gate.handler(for: head).bodyPolicy() == .memory(limit: 1 << 20))
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

    /// A server may stop, or a library may be locked, during a backup.
    @Test func closingTheLibraryEndsItsMaintenanceSilently() throws {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        let lock = LibraryLock(library, clock: clock)
        let maintenance = Maintenance(lock, clock: clock) { Issue.record("\($0)") }
        try lock.end()

        #expect(throws: LibraryError.self) { try library.performDailyMaintenance() }
        maintenance.maintain(library)
    }

    /// The gate of a library that is not yet indexed.
    private func gateAfterImport() throws -> LockGate {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        let gate = LockGate(
            lock: LibraryLock(library, clock: clock),
            access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { Issue.record("\($0)") }
        )
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
