package import AnkiConnect
package import Exchange
package import HTTP
import Languages
import Library
package import Lookup
import Notes
import Pages
import Threads
import Vault

/// Receives every request: an `Application` of the open library answers it, or the gate itself while that is locked.
package final class LockGate: Sendable {
    let lock: LibraryLock
    package let access: AccessPolicy
    let clock: Clock
    let lookup: Lookup
    let token: APIToken?
    let program: ServerStatus.Program
    let codes = PairingCodes()
    let imports = RunningImports()
    let maintenance: Maintenance
    let fits: SchedulerFits
    let syncs: Syncs
    /// Few wait, because they were sent twice.
    private let answersOfChosenServers = OutsideAnswers(mostWaiting: 3)
    /// Each of the articles nearby may have a picture.
    private let answersOfWikipedia = OutsideAnswers(mostWaiting: Wikipedia.mostArticles)
    /// How many requests of the library have a thread at the same time; nil where no other library needs one.
    ///
    /// Many may wait for the same thing, such as the end of an import.
    private let turns: AsyncSemaphore?
    let homePages = PageMemo()
    /// Answers programs that were written for Anki.
    package let connect: ConnectService
    let listener: ConnectListener
    let opener: FileOpener
    /// Issues the tokens of peers; nil to use random ones.
    let newPeerToken: (@Sendable () throws -> String)?
    let report: @Sendable (String) -> Void

    package init(
        lock: LibraryLock,
        access: AccessPolicy,
        clock: Clock,
        lookup: Lookup = .none,
        token: APIToken? = nil,
        program: ServerStatus.Program = ServerStatus.Program(),
        connectKey: ConnectKey? = nil,
        downloader: MediaDownloader = .none,
        listener: ConnectListener = .none,
        opener: FileOpener = .here,
        background: Background = Background(),
        newPeerToken: (@Sendable () throws -> String)? = nil,
        mostAtOnce: Int? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        turns = mostAtOnce.map { AsyncSemaphore($0) }
        self.program = program
        self.lock = lock
        self.access = access
        var clock = clock
        clock.isOfLearner = access.isOnlyLocal
        self.clock = clock
        self.lookup = lookup
        self.token = token
        maintenance = Maintenance(
            lock,
            clock: clock,
            perform: background.perform,
            report: report
        )
        fits = SchedulerFits(
            lock,
            delayed: background.delayed,
            perform: background.performLast,
            report: report
        )
        syncs = Syncs(
            lock,
            clock: clock,
            isOnlyPublic: access.hasAccounts,
            maintenance: maintenance,
            delayed: background.delayed,
            perform: background.sync,
            report: report
        )
        connect = ConnectService(
            ConnectService.Dependencies(
                lock,
                clock: clock,
                downloader: downloader,
                maintenance: maintenance,
                report: report
            ),
            key: connectKey
        )
        self.listener = listener
        self.opener = opener
        self.newPeerToken = newPeerToken
        self.report = report
    }

    /// Looks at the head of a request, once, and returns what answers it when its body has come.
    ///
    /// Whether a request is admitted is decided before any of its body is read. A refusal stands even if it would not be
    /// refused a moment later, because its body is lost.
    package func handler(for head: RequestHead) -> RequestHandler {
        var head = head
        head.peer = access.client(of: head)
        let handler = handler(ofClient: head)
        return RequestHandler(bodyPolicy: handler.bodyPolicy) { [client = head.peer] request in
            var request = request
            request.head.peer = client
            let response = await handler.respond(request)
            // Pages of other ports are refused whatever the browser shows, and must not make it forget that.
            return self.carrier == .authentication && !request.isFromOwnPage
                ? response.keepingAuthentication : response
        }
    }

    private func handler(ofClient head: RequestHead) -> RequestHandler {
        let admission = RequestAdmission(head, access, token: token)
        let outside = admission.admittedRoute?.outsideServer(for: head.method)
        guard let route = admission.admittedRoute, head.hasBody || outside != nil else {
            return RequestHandler(bodyPolicy: .unread) { await self.answer($0, admission) }
        }
        let request = Request(head)
        let policy: BodyPolicy
        if route.isOfLock {
            policy = route.bodyPolicy(in: nil)
        } else {
            guard mayEnter(request, admission),
                let (library, lease) = lock.lease(countsAsUse: !route.isForPeers)
            else {
                return RequestHandler(bodyPolicy: .unread) { self.shutResponse(to: $0, admission) }
            }
            let checked = withExtendedLifetime(lease) {
                application(of: library).checkingPairing(of: request, admission)
            }
            guard checked.admittedRoute != nil else {
                return RequestHandler(bodyPolicy: .unread) { self.respond(to: $0, checked) }
            }
            policy = route.bodyPolicy(in: library)
        }
        let bodyPolicy: BodyPolicy = head.method.isSafe ? .none : policy
        if let outside {
            return RequestHandler(bodyPolicy: bodyPolicy) { request in
                await self.answers(of: outside).answer { self.respond(to: request, admission) }
                    ?? self.busyResponse(to: request, admission)
            }
        }
        return RequestHandler(bodyPolicy: bodyPolicy) { await self.answer($0, admission) }
    }

    private func answer(_ request: Request, _ admission: RequestAdmission) async -> Response {
        // Those who have a turn may all wait for the end of an import, which this brings about.
        let waits = if case .stopImport? = admission.admittedRoute { false } else { true }
        guard let turns, waits else { return respond(to: request, admission) }
        return await turns.run { respond(to: request, admission) }
    }

    private func answers(of server: OutsideServer) -> OutsideAnswers {
        switch server {
        case .chosen: answersOfChosenServers
        case .wikipedia: answersOfWikipedia
        }
    }

    /// Answers a request that libmicrohttpd could not parse; programs read JSON here too.
    package static func refusal(_ error: HTTPError, at address: [UInt8]) -> Response {
        address.starts(with: "/api/".utf8)
            ? .error(error) : .text(error.message + "\n", status: error.status)
    }

    /// Frees what the library keeps only to be faster the next time; false if that is nothing.
    func releaseMemory() -> Bool {
        guard let (library, lease) = lock.lease(countsAsUse: false) else { return false }
        homePages.clear()
        return withExtendedLifetime(lease) { (try? library.releaseMemory()) == true }
    }

    /// Whether something works with the library, or a device that is being paired is about to.
    var isNeeded: Bool { lock.isLeased || syncs.isWaitingForPeer }

    /// Begins the day's maintenance where the library is open.
    package func maintainLibrary() {
        guard let (library, lease) = lock.lease(countsAsUse: false) else { return }
        withExtendedLifetime(lease) { maintenance.libraryUsed(library) }
        syncs.begin()
    }

    /// Blocks its thread while the library works.
    private func respond(to request: Request, _ admission: RequestAdmission) -> Response {
        let response = PageFrame.with {
            $0.isLockable = lock.isLockable
        } perform: {
            libraryResponse(to: request, admission)
        }
        return response ?? shutResponse(to: request, admission)
    }

    /// The response while the library is locked, at least for this browser.
    private func shutResponse(to request: Request, _ admission: RequestAdmission) -> Response {
        PageFrame.with {
            $0.isLockable = lock.isLockable
        } perform: {
            InterfaceLanguage.withCurrent(request.preferredLanguage) {
                SecurityHeaders.added(
                    to: ownResponse(to: request, admission),
                    of: admission.route,
                    at: access
                )
            }
        }
    }

    /// The response where requests that ask another server wait already.
    private func busyResponse(to request: Request, _ admission: RequestAdmission) -> Response {
        let words: Phrase = "Your library is busy with something else. Try again in a moment."
        return InterfaceLanguage.withCurrent(request.preferredLanguage) {
            SecurityHeaders.added(
                to: .refusal(
                    HTTPError(.tooManyRequests, words),
                    to: request,
                    at: admission.route,
                    settings: StudySettings()
                ),
                of: admission.route,
                at: access
            )
        }
    }

    private func application(of library: Library) -> Application {
        Application(
            library: library,
            access: access,
            clock: clock.withOffset(of: library),
            lookup: lookup,
            token: token,
            lock: lock,
            codes: codes,
            syncs: syncs,
            imports: imports,
            fits: fits,
            homePages: homePages,
            connect: connect,
            listener: listener,
            opener: opener,
            newPeerToken: newPeerToken,
            report: report
        )
    }

    /// Whether the library was unlocked in this browser, or a program or a peer shows its token instead.
    func mayEnter(_ request: Request, _ admission: RequestAdmission) -> Bool {
        if admission.hasToken || admission.admittedRoute?.isForPeers == true { return true }
        return mayEnter(request)
    }

    /// Whether the library was unlocked in this browser.
    func mayEnter(_ request: Request) -> Bool {
        if !lock.isLockable { return true }
        // Commands have no cookies, and no page can reach the socket.
        let sessions =
            request.peer == .unix
            ? request.headers.all("Omena-Session") : carrier.secrets(in: request)
        return sessions.contains { lock.browsers.includes($0) }
    }

    // MARK: - With the library

    /// The library's response; nil where it is locked, at least for this browser.
    private func libraryResponse(
        to request: Request,
        _ admission: RequestAdmission
    ) -> Response? {
        let route = admission.admittedRoute
        // The application tells who is not admitted.
        guard admission.route?.isOfLock != true, mayEnter(request, admission),
            let (library, lease) = lock.lease(countsAsUse: route.map { !$0.isForPeers } ?? false)
        else { return nil }
        maintenance.libraryUsed(library)
        syncs.begin()
        var response = application(of: library).respond(to: request, admission)
        if PageFrame.current.isLockable, route?.isOfNoLibrary != true {
            response = response.cached(.never).with("Omena-Lock", LockState.open.name)
        }
        // A stream needs the library until it has been sent.
        guard case .stream(let producer) = response.body else {
            // The library may have been locked before everything was indexed.
            if !request.method.isSafe || route?.isSearch == true {
                maintenance.libraryChanged(library)
            }
            // What a peer brings is noted where it is merged.
            if !request.method.isSafe, route?.isForPeers == false { syncs.libraryChanged() }
            if route?.takesAnswers == true { fits.cardsAnswered() }
            if route?.isForPeers == true { meetPeer(request, response) }
            return response
        }
        let isImport = route?.isImport == true
        let isChange = !request.method.isSafe && route != .maintenance(.sync)
        response.body = .stream { [maintenance, syncs] writer in
            try await producer(writer)
            maintenance.libraryChanged(library)
            if isChange { syncs.libraryChanged() }
            if isImport { maintenance.historyImported(into: library) }
            withExtendedLifetime(lease) {}
        }
        return response
    }

    /// Remembers a peer outside of the library, to be known while that is locked.
    private func meetPeer(_ request: Request, _ response: Response) {
        guard access.hasAccounts, lock.isLockable, response.status == .ok else { return }
        guard let token = request.headers["Authorization"]?.bearerToken else { return }
        if !lock.knows([String(token)]) { lock.meet(String(token)) }
    }

    private func knowsPeer(_ request: Request) -> Bool {
        let token = request.headers["Authorization"]?.bearerToken
        return token.map { lock.knows([String($0)]) } == true
    }

    // MARK: - Without the library

    private func ownResponse(to request: Request, _ admission: RequestAdmission) -> Response {
        do throws(HTTPError) {
            let route = try admission.admit()
            switch route {
            case .asset(let version, let name):
                return try StaticFiles.asset(version: version, name: name)
            case .manifest: return StaticFiles.manifest()
            case .offline: return StaticFiles.offline()
            case .help(let search): return ManualAnswers.chapters(search: search)
            case .chapter(let name, _): return try ManualAnswers.chapter(name)
            case .unlock(let to, let isUse):
                return unlockPage(request, to: ReturnPath(to), isUse: isUse)
            case .unlocked(let to): return keepSession(request, to: ReturnPath(to))
            case .unlockBy(.challenge):
                return .json(Challenge(publicKey: passkeyQuestion()))
            case .unlockBy(.salt): return passkeySalt(request)
            case .unlockBy(let key): return try unlock(by: key, request)
            case .lock: return try lockNow(request)
            case .status: return .json(status)
            default: return locked(route, request)
            }
        } catch {
            return .refusal(error, to: request, at: admission.route, settings: StudySettings())
        }
    }

    /// Leads pages to where the library is unlocked, and tells scripts that it is locked.
    private func locked(_ route: Route, _ request: Request) -> Response {
        if route.isForPeers {
            // On a server of several learners only a peer may know that there is this one.
            guard !access.hasAccounts || knowsPeer(request) else {
                return .error(HTTPError(.unauthorized, RequestAdmission.unknownPeerPhrase))
            }
            return .error(HTTPError(.serviceUnavailable, Self.lockedPhrase))
                .with("Retry-After", "60")
        }
        return locked(isPage: route.isPage, request)
    }

    /// The answer for an address outside of the library's own routes, if it is locked, at least for this browser.
    func lockedResponse(to request: Request) -> Response? {
        lock.state == .open && mayEnter(request) ? nil : locked(isPage: true, request)
    }

    private func locked(isPage: Bool, _ request: Request) -> Response {
        if isPage, request.isNavigation {
            return .redirect(to: .unlock(to: request.target.raw))
        }
        // Such as the page with the recovery code, when it is loaded again.
        if request.isFormOfPage { return .redirect(to: .unlock(to: "/")) }
        let refusal = Refusal(error: Self.lockedPhrase.description)
        return .json(refusal, status: .unauthorized).with("Omena-Lock", LockState.locked.name)
    }

    private var status: ServerStatus {
        ServerStatus(
            program: program,
            address: access.origin,
            isLocked: lock.state != .open,
            wantsPairing: access.wantsPairing,
            pairedBrowsers: lock.lease(countsAsUse: false).flatMap { library, lease in
                withExtendedLifetime(lease) { try? library.pairedBrowsers().count }
            }
        )
    }

    static var lockedPhrase: Phrase { "This library is locked. Unlock it, then try again." }

    private struct Challenge: Encodable {
        let publicKey: PasskeyRequestOptions?
    }

    private struct Refusal: Encodable {
        let error: String
        let locked = true
    }
}
