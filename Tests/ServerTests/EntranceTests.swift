import HTTP
import Library
import Notes
import TestFolder
import Testing
import Vault

@testable import Server

/// Where requests come in, before anything of the library is asked.
struct EntranceTests {
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
        let entrance = Entrance(
            lock: LibraryLock(library, clock: clock),
            access: Access(reach: .loopback, port: 6636, isSecure: false),
            clock: clock,
            report: { _ in }
        )
        let target = try RequestTarget("/reviews")
        let head = RequestHead(method: .post, target: target, headers: Headers(), peer: .loopback)

        #expect(entrance.bodyPolicy(for: head) == .memory(limit: 1 << 20))
    }
}
