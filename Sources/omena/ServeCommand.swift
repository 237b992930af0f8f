internal import Dispatch
import FoundationEssentials
import HTTP
import Languages
import Library
import Lookup
import Server
import Threads

/// `omena serve`: one process, one library, until a signal ends it.
struct ServeCommand {
    private let options: ServeOptions

    init(_ arguments: inout Arguments) throws(Failure) {
        options = try ServeOptions(&arguments)
    }

    func run() throws(Failure) {
        let end = EndSignal()
        // The port is taken first, so that a second server on it has made no library when it is refused.
        try checkCertificate()
        let token = try options.tokenFile.map { path throws(Failure) in
            try APITokenFile.token(at: path)
        }
        let listener = try listen()
        try options.location.prepare()
        let library = try open()
        let server: HTTP.Server
        do throws(Failure) {
            server = try start(listener, library, token)
        } catch {
            try? library.close()
            throw error
        }
        Terminal.say(access(port: listener.port).announcement)
        end.wait()
        finish { await server.stop() }
        do { try library.close() } catch { throw Failure(error.description) }
    }

    /// A certificate shows that it cannot be used only when a server starts with it; one that nobody knows of does,
    /// so that nothing has been touched yet when it is refused.
    private func checkCertificate() throws(Failure) {
        guard let tls = options.tls else { return }
        do {
            let listener = try Listener.tcp(host: "127.0.0.1", port: 0, tls: tls)
            let trial = HTTP.Server(listeners: [listener]) { _ in .noContent }
            try trial.start()
            finish { await trial.stop() }
        } catch {
            throw Failure(error.description)
        }
    }

    private func listen() throws(Failure) -> Listener {
        do {
            return try .tcp(host: options.host, port: options.port, tls: options.tls)
        } catch {
            throw Failure(error.description)
        }
    }

    private func open() throws(Failure) -> Library {
        do {
            return try Library.open(
                at: options.location.path,
                reading: .installed(on: ProcessInfo.processInfo.environment["PATH"] ?? ""),
                now: SystemClock.clock.now
            )
        } catch {
            throw Failure(error.description)
        }
    }

    private func start(
        _ listener: Listener,
        _ library: Library,
        _ token: APIToken?
    ) throws(Failure) -> HTTP.Server {
        let application = Application(
            library: library,
            access: access(port: listener.port),
            clock: SystemClock.clock,
            lookup: .installed(wikipedia: wikipedia),
            token: token,
            report: Terminal.log
        )
        let housekeeper = Housekeeper(library, clock: SystemClock.clock, report: Terminal.log)
        do {
            let socket = try Listener.unix(path: options.location.socket)
            let server = HTTP.Server(
                listeners: [listener, socket],
                log: options.writesAccessLog ? accessLog : nil,
                bodyPolicy: { head in application.bodyPolicy(for: head) },
                handler: { request in
                    housekeeper.notice()
                    return application.respond(to: request)
                }
            )
            try server.start()
            housekeeper.notice()
            // The interface's texts are read while the browser is on its way.
            Thread.start { _ = InterfaceText(of: "Study", in: .english) }
            return server
        } catch {
            throw Failure(error.description)
        }
    }

    private var wikipedia: Wikipedia {
        let agent = "Omena/\(Help.version) (flash cards on a learner's own machine)"
        guard let address = options.wikipedia else {
            return Wikipedia(userAgent: agent, now: SystemClock.clock.now)
        }
        return Wikipedia(address: address, userAgent: agent, now: SystemClock.clock.now)
    }

    private let accessLog: @Sendable (AccessLine) -> Void = { Terminal.log($0.description) }

    private func access(port: Int) -> Access {
        Access(reach: options.reach, port: port, isSecure: options.tls != nil)
    }

    /// Waits, in this thread, for work that is asynchronous.
    private func finish(_ work: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            await work()
            isDone.signal()
        }
        isDone.wait()
    }
}
