import Accounts
import Library
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads
import Vault

@testable import Server

struct OpenLibrariesTests {
    private let folder: TemporaryFolder
    private let accounts: Accounts

    init() throws {
        folder = try TemporaryFolder()
        accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
    }

    private func libraries(
        most: Int,
        mostAwake: Int = 256,
        released: @escaping @Sendable (AccountID) -> Void = { _ in }
    ) -> OpenLibraries {
        let place = folder.path("")
        return OpenLibraries(
            most: most,
            mostAwake: mostAwake,
            released: released,
            report: { Issue.record("\($0)") }
        ) { account, _ in
            let library = try Library.openNew(at: "\(place)\(account.name).omena") {
                Moment(milliseconds: 1_700_000_000_000)
            }
            let clock = Clock(now: { Moment(milliseconds: 1_700_000_000_000) }, offset: { 0 })
            let gate = LockGate(
                lock: LibraryLock(library, clock: clock),
                access: AccessPolicy(reach: .loopback, port: 6636, isSecure: false),
                clock: clock,
                report: { Issue.record("\($0)") }
            )
            return .here(gate)
        }
    }

    private func learners(_ count: Int) throws -> [Account] {
        try (0..<count).map {
            try accounts.add(try #require(LearnerName("learner\($0)")), title: "")
        }
    }

    @Test func aLibraryIsOpenedOnceForAllWhoUseIt() throws {
        let libraries = libraries(most: 10)
        let account = try learners(1)[0]
        let first = try libraries.use(account)
        let second = try libraries.use(account)
        #expect(first.gate?.lock === second.gate?.lock)
        #expect(libraries.count == 1)
        libraries.closeAll()
        #expect(libraries.count == 0)
    }

    @Test func thoseUsedLongestAgoAreClosedWhereThereAreTooMany() throws {
        let libraries = libraries(most: 3)
        let learners = try learners(6)
        let kept = try libraries.use(learners[0])
        for learner in learners.dropFirst() { _ = try libraries.use(learner) }
        #expect(libraries.count == 3)
        // One that is in use stays open, however long ago it was opened.
        #expect(kept.gate?.lock.state == .open)
        #expect(try libraries.use(learners[0]).gate?.lock === kept.gate?.lock)
        libraries.closeAll()
    }

    @Test func aLearnersLibraryIsClosedOnceNobodyUsesIt() throws {
        let libraries = libraries(most: 3)
        let account = try learners(1)[0]
        let use = Locked<OpenLibraries.Use?>(try libraries.use(account))
        let lock = try #require(use.withLock { $0?.gate?.lock })
        Thread.start { use.withLock { $0 = nil } }
        libraries.close(account)
        #expect(lock.state != .open)
        #expect(libraries.count == 0)
    }

    /// Closing a file takes longer than telling others that they may have the library.
    @Test func oneIsGivenAwayOnceNobodyUsesItAndItsFileIsClosedAfterThat() throws {
        let use = Locked<OpenLibraries.Use?>(nil)
        // Of each library that was released, whether nobody used it any more.
        let wereUnused = Locked<[AccountID: Bool]>([:])
        let libraries = libraries(most: 3) { id in
            let isUnused = use.withLock { $0 == nil }
            wereUnused.withLock { $0[id] = isUnused }
        }
        let account = try learners(1)[0]
        try use.withLock { $0 = try libraries.use(account) }
        let lock = try #require(use.withLock { $0?.gate?.lock })

        Thread.start { use.withLock { $0 = nil } }
        libraries.giveAllAway()

        #expect(wereUnused.withLock { $0 } == [account.id: true])
        #expect(lock.state == .open)
        #expect(!libraries.isReady(account))
        libraries.closeGivenAway()
        #expect(lock.state != .open)
        #expect(libraries.count == 0)
    }

    @Test func oneThatWasGivenAwayIsOpenedAnew() throws {
        let libraries = libraries(most: 3)
        let account = try learners(1)[0]
        let lock = try #require(try libraries.use(account).gate?.lock)
        libraries.giveAllAway()

        let use = try libraries.use(account)

        #expect(lock.state != .open)
        #expect(use.gate?.lock.state == .open)
        libraries.closeAll()
    }

    @Test func oneThatRestsIsUsedAgain() throws {
        let libraries = libraries(most: 3)
        let account = try learners(1)[0]
        let lock = try #require(try libraries.use(account).gate?.lock)
        libraries.rest(since: .now + .seconds(60))
        let use = try libraries.use(account)
        #expect(use.gate?.lock === lock)
        let (library, lease) = try #require(use.gate?.lock.lease(countsAsUse: false))
        #expect(try !library.decks().isEmpty)
        withExtendedLifetime(lease) {}
        libraries.closeAll()
    }

    @Test func theOneUsedLongestAgoRestsWhereTooManyAreUsed() throws {
        let libraries = libraries(most: 10, mostAwake: 2)

        let gates = try learners(3).map { try #require(try libraries.use($0).gate) }

        #expect(libraries.count == 3)
        #expect(gates.map { $0.releaseMemory() } == [false, true, true])
        libraries.closeAll()
    }

    @Test func whatWorksInTheBackgroundKeepsNoMemory() throws {
        let libraries = libraries(most: 3)
        let gate = try #require(try libraries.use(try learners(1)[0]).gate)
        libraries.rest(since: .now + .seconds(60))
        #expect(!gate.releaseMemory())
        do {
            let (library, lease) = try #require(gate.lock.lease(countsAsUse: false))
            _ = try withExtendedLifetime(lease) { try library.decks() }
        }
        #expect(!gate.lock.isLeased)

        libraries.rest(since: .now + .seconds(60))

        #expect(!gate.releaseMemory())
        libraries.closeAll()
    }
}
