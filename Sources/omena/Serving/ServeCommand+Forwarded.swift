import Accounts
internal import Glibc
import HTTP
import Library
import Processes
import Server
import Threads

/// A process that serves one library for a server of several learners, because the library has a lock.
extension ServeCommand {
    /// What such a process has from the start.
    private static let forwardedSocket: Int32 = 3
    private static let lifelineDescriptor: Int32 = 4

    /// Variables that are not for it: the service is the server of all.
    private static let notInherited = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// Starts the process of a learner's library, with the options of this one.
    static func startProcess(
        for account: Account,
        _ accounts: Accounts,
        port: Int
    ) throws(LibraryError) -> LibraryProcess {
        let forwarding = ServeOptions.Forwarding(learner: account.name.text, port: port)
        let inherited = InheritedState(sockets: [forwardedSocket], local: nil, unfinished: nil)
        let arguments =
            ["serve"] + InheritedState.ownOptions
            + [ServeOptions.Forwarding.option, forwarding.text] + inherited.ownArguments
        return try LibraryProcess(ofLibraryAt: accounts.library(of: account)) { socket, lifeline in
            ChildProcess.start(arguments, [socket, lifeline.descriptor]) {
                !notInherited.contains($0)
            }
        }
    }

    /// The end of the lifeline that this process has, if a server of several learners has started it.
    var lifeline: Lifeline? {
        options.forwarding == nil ? nil : Lifeline(Self.lifelineDescriptor)
    }

    /// Ends this process when the server that started it has ended or wants it to.
    func endWithServer(unless isEnding: Locked<Bool>) {
        guard let lifeline else { return }
        lifeline.setInherited(false)
        lifeline.send(LibraryProcess.Message.closed.rawValue)
        Thread.start {
            while lifeline.receive() != nil {}
            // A second signal would end it at once.
            if !isEnding.withLock({ $0 }) { EndSignal.requestEnd() }
        }
    }

    /// The file for the turns of the processes of a server of several learners to try a passphrase, which takes 256 MiB.
    var turnFile: String? {
        guard options.forwarding != nil else { return nil }
        return options.accounts.map { "\($0)/accounts.omena-turn" }
    }

    /// The learner whose library this process serves, if a server of several learners has started it.
    func forwardedLearner() throws(Failure) -> ServedLearner? {
        guard let forwarding = options.forwarding, let folder = options.accounts else { return nil }
        let accounts = try AccountsFolder.open(folder)
        return ServedLearner(
            accounts: accounts,
            account: try AccountsFolder.account(forwarding.learner, in: accounts)
        )
    }

    /// Answers for one learner what the server of all has forwarded.
    func forwardedHandler(
        _ gate: LockGate,
        for learner: ServedLearner
    ) -> @Sendable (RequestHead) -> RequestHandler {
        let own = learner.account.id
        let gate = AccountsGate(
            accounts: learner.accounts,
            access: gate.access,
            clock: SystemClock.clock,
            libraries: OpenLibraries(most: 1, report: { Terminal.log($0) }) {
                account,
                _ throws(LibraryError) in
                guard account.id == own else {
                    throw .failed(reason: "\(account.name) is served by another process")
                }
                return .here(gate)
            },
            report: report
        )
        return { head in gate.handler(ofForwarded: head) }
    }
}

extension Limits {
    /// One server sends all requests, with a header more than its clients may.
    static var ofForwarded: Limits {
        var limits = Limits()
        limits.networkThreads = 1
        limits.connectionMemory = 48 << 10
        return limits
    }
}
