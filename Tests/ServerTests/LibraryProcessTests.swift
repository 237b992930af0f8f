import Accounts
import Glibc
import HTTP
import Library
import Processes
import TestFolder
import Testing
import Threads

@testable import Server

/// Processes that serve one library each; here a shell that only says whether the library is unlocked.
struct LibraryProcessTests {
    private let folder: TemporaryFolder
    private let accounts: Accounts

    init() throws {
        folder = try TemporaryFolder()
        accounts = try Accounts(in: folder.path("school")) { 1_700_000_000 }
    }

    /// - Parameter script: Has the lifeline as 4.
    private static func start(_ script: String, _ socket: Int32, _ lifeline: Lifeline) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let high = fcntl(lifeline.descriptor, F_DUPFD_CLOEXEC, 64)
        defer { close(high) }
        posix_spawn_file_actions_adddup2(&actions, high, 4)
        var words = ["sh", "-c", script].map { (word: String) in strdup(word) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", &actions, nil, &words, nil) == 0 else { return nil }
        return process
    }

    private func libraries(most: Int = 10, saying script: String) -> OpenLibraries {
        let place = folder.path("")
        return OpenLibraries(
            most: 100,
            mostProcesses: most,
            report: { Issue.record("\($0)") },
            open: { account, _ in
                .process(
                    try LibraryProcess(ofLibraryAt: "\(place)\(account.name)") {
                        Self.start(script, $0, $1)
                    }
                )
            }
        )
    }

    private func learners(_ count: Int) throws -> [Account] {
        try (0..<count).map {
            try accounts.add(try #require(LearnerName("learner\($0)")), title: "")
        }
    }

    private static let waiting = "cat <&4 >/dev/null"
    private static let unlocked = "printf '\\001' >&4; \(waiting)"

    private func process(of use: OpenLibraries.Use) throws -> LibraryProcess {
        guard case .process(let process) = use.place else { throw Failure() }
        return process
    }

    private struct Failure: Error {}

    @Test func endsWhenItIsIdleUnlessItIsUnlocked() throws {
        let learners = try learners(2)
        let libraries = libraries(saying: Self.waiting)
        _ = try libraries.use(learners[0])
        libraries.closeUnneeded(at: .now + .seconds(10))
        #expect(libraries.count == 1)
        libraries.closeUnneeded(at: .now + OpenLibraries.idleTime + .seconds(10))
        #expect(libraries.count == 0)

        let others = self.libraries(saying: Self.unlocked)
        let use = Locked<OpenLibraries.Use?>(try others.use(learners[1]))
        let process = try process(of: #require(use.withLock { $0 }))
        while !process.isUnlocked { Thread.giveWay() }
        use.withLock { $0 = nil }
        others.closeUnneeded(at: .now + .seconds(10_000))
        #expect(others.count == 1)
        others.closeAll()
        #expect(others.count == 0 && process.endsNow())
    }

    @Test func oneThatEndedByItselfIsStartedAgain() throws {
        let account = try learners(1)[0]
        let libraries = libraries(saying: "exit 1")
        var process = try process(of: try libraries.use(account))
        // Often, because what ends it goes on for a moment.
        for _ in 0..<100 {
            #expect(process.endsNow())
            #expect(libraries.count == 0 && !libraries.isOpen(account))

            let next = try self.process(of: try libraries.use(account))

            #expect(next !== process)
            process = next
        }
        libraries.closeAll()
    }

    @Test func oneThatEndedByItselfTakesNobodysPlace() throws {
        let learners = try learners(3)
        let libraries = libraries(most: 2, saying: Self.waiting)
        let uses = try learners.prefix(2).map { try libraries.use($0) }
        #expect(throws: LibraryError.self) { try libraries.use(learners[2]) }
        let first = try process(of: uses[0])

        first.end()

        _ = try libraries.use(learners[2])

        #expect(libraries.count == 2)
        withExtendedLifetime(uses) {}
        libraries.closeAll()
    }

    @Test func endingOneThatHasEndedConcernsNothingElse() throws {
        let process = try process(of: try libraries(saying: "exit 1").use(try learners(1)[0]))
        #expect(process.endsNow())
        // One of these descriptors has the number of the process's lifeline.
        let pairs = (0..<16).compactMap { _ in Lifeline.pair() }
        defer {
            for (own, childs) in pairs {
                own.close()
                childs.close()
            }
        }

        process.end()

        for (own, childs) in pairs {
            own.send(1)
            childs.send(2)
            // Nobody waits for a byte that does not come.
            own.finish()
            childs.finish()
            #expect(childs.receive() == 1 && own.receive() == 2)
        }
    }

    @Test func thereAreNoMoreThanAllowed() throws {
        let learners = try learners(4)
        let libraries = libraries(most: 2, saying: Self.waiting)
        for learner in learners.prefix(3) { _ = try libraries.use(learner) }
        // The one that was used longest ago has ended.
        #expect(libraries.count == 2)
        let uses = try learners[1...2].map { try libraries.use($0) }
        #expect(throws: LibraryError.self) { try libraries.use(learners[3]) }
        #expect(libraries.count == 2)
        withExtendedLifetime(uses) {}
        libraries.closeAll()
    }

    @Test(arguments: ["unix", "loopback", "192.0.2.1 17-1700000000", "2001:db8::1"])
    func saysWhoAsks(text: String) throws {
        let head = RequestHead(target: try RequestTarget("/"), headers: ["Omena-Client": text])
        #expect(ForwardedClient(head)?.text == text)
    }

    @Test(arguments: ["", "a b c"])
    func believesNothingElse(text: String) throws {
        let head = RequestHead(target: try RequestTarget("/"), headers: ["Omena-Client": text])
        #expect(ForwardedClient(head) == nil)
        var twice = Headers([.init(name: "Omena-Client", value: "unix")])
        twice.append("Omena-Client", "loopback")
        let second = RequestHead(target: try RequestTarget("/"), headers: twice)
        #expect(ForwardedClient(second) == nil)
    }
}
