import Accounts
import AnkiConnect
import Exchange
import Fetch
import Fleet
import FoundationEssentials
internal import Glibc
import HTTP
import Languages
import Library
import Lookup
import Processes
import SQLite
import Server
import Threads

/// `omena serve --accounts DIR`: serves many learners, each with a library of their own.
extension ServeCommand {
    /// How many libraries stay open; each takes half a megabyte and five descriptors.
    private static let mostOpenLibraries = 1_000
    private static let descriptorsOfLibrary = 8
    /// How many requests of one learner have a thread at the same time: at most half of those that answer everybody, of whom some would
    /// otherwise wait for this learner's import.
    private static let mostAtOnce = 4
    /// How many libraries with a lock are served at the same time, each by a process of its own.
    private static let mostProcesses = 100

    func serveAccounts(in folder: String) throws(Failure) {
        if options.logsJSON { Terminal.logJSON() }
        Connection.prepareForMany()
        let end = EndSignal()
        let socketPath = AccountsFolder.socket(of: folder)
        if options.inherited == nil, let running = RunningServer.status(at: socketPath) {
            throw Failure(
                "another Omena (process \(running.program.process)) serves \(folder) already, at \(running.address)"
            )
        }
        let tls = try options.certificate?.read()
        if options.inherited == nil, let tls { try Self.check(tls) }
        let listener = try listen(tls)
        let fleet = try options.node.map { node throws(Failure) in
            try FleetService(node, in: folder)
        }
        let accounts: Accounts
        if let fleet {
            accounts = fleet.accounts
        } else {
            accounts = try AccountsFolder.openOrCreate(folder)
        }
        let access = AccessPolicy(
            reach: options.reach,
            port: listener.port,
            isSecure: options.certificate != nil,
            hasAccounts: true
        )
        let libraries = openLibraries(accounts, access, fleet, port: listener.port)
        let gate = AccountsGate(
            accounts: accounts,
            access: access,
            clock: SystemClock.clock,
            program: .own,
            libraries: libraries,
            fleet: fleet?.access,
            report: { Terminal.log($0) }
        )
        let server: HTTP.Server
        let socket: Listener
        do throws(ServerError) {
            socket = try listen(beside: socketPath)
            if fleet == nil { deleteLeftoverFiles(accounts) }
            server = HTTP.Server(
                listeners: [listener, socket],
                limits: fleet == nil ? Limits() : .ofNode,
                log: options.writesAccessLog ? accessLog : nil,
                refusal: { error, address in LockGate.refusal(error, at: address) },
                handler: { head in gate.handler(for: head) }
            )
            try server.start()
        } catch {
            throw Failure(error.description)
        }
        libraries.closeIdle()
        fleet?.drainWhenAsked(libraries)
        deleteExpired(accounts)
        InheritedState(sockets: listener.sockets, local: socket.sockets[0], unfinished: nil)
            .prepareForCrash(after: options.crashes ?? .none)
        if options.crashes != nil { Terminal.log("serving again after a crash") }
        if options.inherited == nil { announce(access, accounts) }
        ServiceManager.tell("READY=1", "STATUS=\(access.announcement)")
        ServiceManager.watch { (try? RunningServer.statusRequest(at: socketPath).send()) != nil }
        while true {
            switch end.wait() {
            case .end:
                ServiceManager.tell("STOPPING=1")
                fleet?.leave(libraries)
                Self.finish { await server.stop() }
                return libraries.closeAll()
            case .reload: reloadCertificate(of: server)
            case .lock: continue
            }
        }
    }

    private func announce(_ access: AccessPolicy, _ accounts: Accounts) {
        Terminal.print(access.announcement)
        guard (try? accounts.all().isEmpty) == true else { return }
        let options =
            accounts.areInFleet ? "--fleet URL" : "--accounts \(accounts.folder.quotedForShell)"
        Terminal.print(
            """
            Nobody can sign in yet. Add yourself, and open the link that this prints:
              omena learner add NAME --role admin \(options)
            """
        )
    }

    private func openLibraries(
        _ accounts: Accounts,
        _ access: AccessPolicy,
        _ fleet: FleetService?,
        port: Int
    ) -> OpenLibraries {
        // Half of them are for connections.
        let descriptors = Descriptors.allowMost() / 2
        let most = min(Self.mostOpenLibraries, descriptors / Self.descriptorsOfLibrary)
        let japanese = JapaneseReader.installed()
        // Two learners' backups at the same time, so that none delays what others do.
        let background = Background(sharing: WorkQueue(threads: 2))
        let lookup = Lookup.installed(wikipedia: wikipedia, localModel: options.languageModel)
        let report: @Sendable (String) -> Void = { Terminal.log($0) }
        return OpenLibraries(
            most: most,
            mostProcesses: fleet == nil ? Self.mostProcesses : 0,
            isCurrent: { fleet?.node.isCurrent(LearnerID(rawValue: $0.rawValue)) ?? true },
            released: { fleet?.node.release(LearnerID(rawValue: $0.rawValue)) },
            report: report
        ) { account, inProcess throws(LibraryError) in
            let path = accounts.library(of: account)
            let learner = ServedLearner(accounts: accounts, account: account)
            do throws(Failure) {
                try FilePrivacy.makeFolder(accounts.path(of: account))
            } catch {
                throw .failed(reason: error.message)
            }
            let library: Library
            if let fleet {
                library = try fleet.open(account, at: path) { path, log throws(LibraryError) in
                    try Library.open(
                        at: path,
                        reading: japanese,
                        sharing: log,
                        remainingBytes: { learner.remainingBytes() },
                        now: SystemClock.clock.now
                    )
                }
            } else {
                let isSealed = try LockedLibrary.isSealed(path)
                if inProcess || isSealed {
                    return .process(try Self.startProcess(for: account, accounts, port: port))
                }
                library = try Library.open(
                    at: path,
                    reading: japanese,
                    remainingBytes: { learner.remainingBytes() },
                    now: SystemClock.clock.now
                )
            }
            let lock = LibraryLock(library, clock: SystemClock.clock, report: report)
            let gate = LockGate(
                lock: lock,
                access: access,
                clock: SystemClock.clock,
                lookup: lookup,
                downloader: .fetching,
                opener: FileReading.opener,
                background: background,
                newPeerToken: { try learner.newPeerToken() },
                mostAtOnce: Self.mostAtOnce,
                report: { report("\(account.name): \($0)") }
            )
            return .here(gate)
        }
    }

    /// Deletes what the processes of libraries have left if they were killed together with the last server.
    private func deleteLeftoverFiles(_ accounts: Accounts) {
        let all = (try? accounts.all()) ?? []
        LockedLibrary.deleteLeftoverFiles(of: all.map { accounts.library(of: $0) })
    }

    /// Deletes what remains of accounts that were closed long ago, now and every day.
    private func deleteExpired(_ accounts: Accounts) {
        Thread.start {
            while true {
                do throws(AccountsError) {
                    try accounts.deleteExpired()
                } catch {
                    Terminal.log("\(error)")
                }
                sleep(86_400)
            }
        }
    }
}

extension Limits {
    /// Many transactions wait for a standby at the same time, each on a thread that runs nothing else meanwhile.
    fileprivate static var ofNode: Limits {
        var limits = Limits()
        limits.workers = 32
        return limits
    }
}
