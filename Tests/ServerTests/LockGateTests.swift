import HTTP
import Library
import Notes
import TestFolder
import Testing
import Threads
import Vault

@testable import Server

/// What happens to requests before they reach the library.
struct LockGateTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.open(at: folder.path("a.omena")) { Moment(milliseconds: 0) }
    }

    @Test func knowsItsSessionsAndNoOthers() {
        let browsers = UnlockedBrowsers()
        let token = browsers.admit()

        #expect(browsers.includes(token))
        #expect(!browsers.includes("\(token)x"))
        #expect(!browsers.includes(""))
        browsers.removeAll()
        #expect(!browsers.includes(token))
    }

    @Test func letsTheOldestSessionGoBeforeThereAreTooMany() {
        let browsers = UnlockedBrowsers()
        let first = browsers.admit()
        let others = (0..<64).map { _ in browsers.admit() }

        #expect(!browsers.includes(first))
        #expect(others.allSatisfy(browsers.includes))
    }

    /// What a browser sends while the library is locked has to be refused as a whole, not as too long: it is sent again.
    @Test func readsTheBodiesOfAnswersThoughNobodyIsIn() throws {
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

        let target = try RequestTarget("/undo")
        let head = RequestHead(method: .post, target: target, headers: ["Host": "localhost:6636"])
        _ = await gate.handler(for: head).respond(Request(head))

        let deadline = Instant.now + .seconds(60)
        while try library.needsIndexing(), Instant.now < deadline { Thread.giveWay() }
        #expect(try !library.needsIndexing())
    }

    /// A library may have been locked while it was being indexed.
    @Test func aSearchAnswersAtOnceAndStartsIndexing() async throws {
        let gate = try gateAfterImport()

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

    /// A server may end, or a library be locked, while it is being backed up.
    @Test func closingTheLibraryEndsItsMaintenanceSilently() throws {
        let clock = Clock(now: { Moment(milliseconds: 0) }, offset: { 0 })
        let lock = LibraryLock(library, clock: clock)
        let maintenance = Maintenance(lock, clock: clock) { Issue.record("\($0)") }
        try lock.end()

        #expect(throws: LibraryError.self) { try library.performDailyMaintenance() }
        maintenance.maintain(library)
    }

    /// A gate to a library that is not yet indexed.
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
