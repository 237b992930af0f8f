import AnkiConnect
internal import Dispatch
import Fetch
import FoundationEssentials
internal import Glibc
import HTTP
import Languages
import Library
import Lookup
import Processes
import Server
import Sodium
import Threads

/// `omena serve`: serves one library until a signal ends it.
struct ServeCommand {
    let options: ServeOptions

    init(_ arguments: inout Arguments) throws(Failure) {
        options = try ServeOptions(&arguments)
    }

    func run() throws(Failure) {
        if let folder = options.accounts, options.forwarding == nil {
            return try serveAccounts(in: folder)
        }
        let end = EndSignal()
        let isEnding = Locked(false)
        endWithServer(unless: isEnding)
        if options.inherited == nil, try pointToRunningServer() { return }
        let tls = options.forwarding == nil ? try options.certificate?.read() : nil
        // The port is bound first, so that a second server on it fails before it creates a library.
        if options.inherited == nil, let tls { try Self.check(tls) }
        let token = try options.tokenFile.map { path throws(Failure) in
            try APITokenFile.token(at: path)
        }
        let ankiKey = try options.ankiKeyFile.map { path throws(Failure) in
            try AnkiKeyFile.key(at: path)
        }
        let ankiPort = AnkiPort(isFixed: options.ankiPort != nil)
        let listener = try listen(tls)
        let ankiListener = try listenForPrograms()
        try options.location.prepare()
        let learner = try forwardedLearner()
        let lock = try lock(for: learner)
        let (server, socket): (HTTP.Server, Listener?)
        do throws(Failure) {
            (server, socket) = try start(listener, lock, learner, token, ankiKey, ankiPort)
            try openForPrograms(ankiPort, ankiListener, lock)
        } catch {
            try? lock.end()
            throw error
        }
        // A restart does not announce the address or warn again.
        if options.inherited == nil {
            options.location.warnIfReadable()
            if let file = options.tokenFile { FilePrivacy.warn(of: file) }
            Terminal.print(access(port: listener.port).announcement)
            if options.ankiPort != nil, let port = ankiPort.port {
                Terminal.print("Programs made for Anki find Omena at http://localhost:\(port)")
            }
            welcome(at: access(port: listener.port))
        }
        InheritedState(sockets: listener.sockets, local: socket?.sockets[0], unfinished: nil)
            .prepareForCrash(
                after: options.crashes ?? .none,
                keeping: lifeline.map { [$0.descriptor] } ?? []
            )
        if options.crashes != nil { Terminal.log("serving again after a crash") }
        ServiceManager.tell("READY=1", "STATUS=\(access(port: listener.port).announcement)")
        let question = RunningServer(options.location).statusRequest
        ServiceManager.watch { (try? question.send()) != nil }
        while true {
            switch end.wait() {
            case .end:
                isEnding.withLock { $0 = true }
                ServiceManager.tell("STOPPING=1")
                ankiPort.close()
                Self.finish { await server.stop() }
                do { return try lock.end() } catch { throw Failure(error.description) }
            case .reload:
                reloadCertificate(of: server)
                continue
            case .lock:
                guard lock.hasClosed else {
                    lock.lock()
                    continue
                }
            }
            let inherited = InheritedState(
                sockets: listener.handOver(),
                local: socket?.handOver()[0],
                unfinished: lock.unfinished
            )
            lifeline?.setInherited(true)
            let openPort = ankiPort.port
            ankiPort.close()
            Self.finish { await server.stop() }
            inherited.execute(ankiPort: openPort)
            throw Failure("the library is locked, but Omena could not restart; start it again")
        }
    }

    /// Shows a renewed certificate from now on; one that cannot be used is reported, and the old one stays.
    func reloadCertificate(of server: HTTP.Server) {
        guard let files = options.certificate else { return }
        do {
            let tls = try files.read()
            try Self.check(tls)
            try server.replaceCertificate(by: tls)
            Terminal.log("the certificate was read again", .info)
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            Terminal.log("the certificate was not replaced: \(reason)")
        }
    }

    /// Starts and stops a server on a free port, because only that shows whether the certificate can be used, and nothing
    /// has been changed yet.
    static func check(_ tls: TLS) throws(Failure) {
        do {
            let listener = try Listener.tcp(host: "127.0.0.1", port: 0, tls: tls)
            let trial = HTTP.Server(listeners: [listener]) { _ in .noContent }
            try trial.start()
            Self.finish { await trial.stop() }
        } catch {
            throw Failure(error.description)
        }
    }

    func listen(_ tls: TLS?) throws(Failure) -> Listener {
        if let sockets = options.inherited?.sockets {
            guard let listener = Listener.inherited(sockets, tls: tls) else {
                throw .usage("\(InheritedState.option) is for internal use")
            }
            return listener
        }
        do {
            return try .tcp(host: options.host, port: options.port, tls: tls)
        } catch {
            throw Failure(error.description)
        }
    }

    /// The socket at which commands reach the server.
    func listen(beside path: String) throws(ServerError) -> Listener {
        if let socket = options.inherited?.local,
            let listener = Listener.inherited(socket, path: path)
        {
            return listener
        }
        return try .unix(path: path)
    }

    /// The lock of the library, which is open if it has none.
    ///
    /// - Parameter learner: Whose it is on a server of several.
    private func lock(for learner: ServedLearner?) throws(Failure) -> LibraryLock {
        let japanese = JapaneseReader.installed()
        let now = SystemClock.clock.now
        let remainingBytes: @Sendable () -> Int? = { learner?.remainingBytes() }
        let host = LibraryLock.Host(
            open: { path throws(LibraryError) in
                try Library.open(
                    at: path,
                    reading: japanese,
                    remainingBytes: remainingBytes,
                    now: now
                )
            },
            unlock: { locked, key throws(LibraryError) in
                try locked.open(
                    with: key,
                    reading: japanese,
                    remainingBytes: remainingBytes,
                    now: now
                )
            },
            restart: { EndSignal.requestLock() },
            lockAfter: options.lockAfter,
            turn: { [turnFile] in turnFile.map { FileLock(at: $0) } },
            becameNeeded: { [lifeline] in
                lifeline?.send(LibraryProcess.Message.unlocked.rawValue)
            }
        )
        // While a server restarts another command may have opened the library for a moment.
        let deadline = Instant.now + .seconds(options.inherited == nil ? 0 : 10)
        while true {
            do throws(LibraryError) {
                return try lock(host)
            } catch {
                guard case .inUse = error, Instant.now < deadline else {
                    throw Failure(error.description)
                }
                usleep(50_000)
            }
        }
    }

    private func lock(_ host: LibraryLock.Host) throws(LibraryError) -> LibraryLock {
        let path = options.location.path
        if let locked = try LockedLibrary(at: path) {
            // From here on a key may be in memory.
            ProcessMemory.hide()
            TemporaryFiles.moveToMemory()
            return LibraryLock(
                locked,
                after: options.inherited?.unfinished,
                clock: SystemClock.clock,
                host: host,
                report: report
            )
        }
        return LibraryLock(
            try host.open(path),
            clock: SystemClock.clock,
            host: host,
            report: report
        )
    }

    private func start(
        _ listener: Listener,
        _ lock: LibraryLock,
        _ learner: ServedLearner?,
        _ token: APIToken?,
        _ ankiKey: ConnectKey?,
        _ ankiPort: AnkiPort
    ) throws(Failure) -> (HTTP.Server, Listener?) {
        var newPeerToken: (@Sendable () throws -> String)?
        if let learner { newPeerToken = { try learner.newPeerToken() } }
        let gate = LockGate(
            lock: lock,
            access: access(port: listener.port),
            clock: SystemClock.clock,
            lookup: .installed(wikipedia: wikipedia, localModel: options.languageModel),
            token: token,
            program: .own,
            connectKey: ankiKey,
            downloader: .fetching,
            listener: options.forwarding == nil ? ankiPort.listener : .none,
            opener: FileReading.opener,
            newPeerToken: newPeerToken,
            report: report
        )
        ankiPort.use(gate.connect)
        let forwarded = learner.map { forwardedHandler(gate, for: $0) }
        do {
            // Commands reach a library of several learners through the server of all.
            let socket = forwarded == nil ? try listen(beside: options.location.socket) : nil
            let server = HTTP.Server(
                listeners: [listener] + (socket.map { [$0] } ?? []),
                limits: forwarded == nil ? Limits() : .ofForwarded,
                log: options.writesAccessLog && forwarded == nil ? accessLog : nil,
                refusal: { error, address in LockGate.refusal(error, at: address) },
                handler: forwarded ?? { head in gate.handler(for: head) }
            )
            try server.start()
            gate.maintainLibrary()
            // Loads the interface's texts before the first request.
            Thread.start { _ = InterfaceText(of: "Study", in: .english) }
            return (server, socket)
        } catch {
            throw Failure(error.description)
        }
    }

    /// Binds the port of `--anki-port`, so that one that is in use is noticed before anything else is done.
    private func listenForPrograms() throws(Failure) -> Listener? {
        guard let port = options.ankiPort else { return nil }
        // A restart opens the port that was open, also if 0 had asked for a free one.
        let wanted = options.inherited == nil ? port : options.openAnkiPort ?? port
        do {
            return try .tcp(host: "localhost", port: wanted)
        } catch .addressInUse {
            throw Failure(
                "port \(wanted) is in use, perhaps by Anki; close it, or choose another port with --anki-port"
            )
        } catch {
            throw Failure(error.description)
        }
    }

    /// Opens the port for programs as the options say, or as it was before a restart, or as the learner set it.
    private func openForPrograms(
        _ ankiPort: AnkiPort,
        _ listener: Listener?,
        _ lock: LibraryLock
    ) throws(Failure) {
        if let listener {
            do {
                return try ankiPort.open(listener)
            } catch {
                throw Failure(error.description)
            }
        }
        guard options.forwarding == nil, let port = options.openAnkiPort ?? lock.connectPort
        else { return }
        do throws(ServerError) {
            try ankiPort.open(port)
        } catch {
            Terminal.log("other programs cannot reach Omena: \(error.description)")
        }
    }

    var wikipedia: Wikipedia {
        let contact = options.contact ?? options.origin ?? "flash cards on a learner's own machine"
        let agent = "Omena/\(Build.version) (\(contact))"
        guard let address = options.wikipedia else {
            return Wikipedia(userAgent: agent, now: SystemClock.clock.now)
        }
        return Wikipedia(address: address, userAgent: agent, now: SystemClock.clock.now)
    }

    let accessLog: @Sendable (AccessLine) -> Void = { Terminal.log($0.description, .info) }

    var report: @Sendable (String) -> Void {
        guard let learner = options.forwarding?.learner else { return { Terminal.log($0) } }
        return { Terminal.log("\(learner): \($0)") }
    }

    private func access(port: Int) -> AccessPolicy {
        AccessPolicy(
            reach: options.reach,
            port: options.forwarding?.port ?? port,
            isSecure: options.certificate != nil,
            hasAccounts: options.forwarding != nil
        )
    }

    /// Blocks this thread until asynchronous work is done.
    static func finish(_ work: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            await work()
            isDone.signal()
        }
        isDone.wait()
    }
}

extension ServerStatus.Program {
    /// This process.
    static var own: Self {
        Self(version: Build.version, process: getpid(), options: InheritedState.ownOptions)
    }
}
