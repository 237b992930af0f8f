package import Accounts
import Fleet
package import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Threads
import Vault

/// Receives every request of a server of several learners: signs learners in, and passes what is below `/~anna` on to Anna's
/// library, where it is answered as on a server of her own.
///
/// Nothing of a learner is looked at before the session of the browser says that the learner is signed in there. Whether
/// there is such a learner makes no difference to anybody else.
package final class AccountsGate: Sendable {
    let accounts: Accounts
    let access: AccessPolicy
    let clock: Clock
    let program: ServerStatus.Program
    let libraries: OpenLibraries
    /// Nil where this is the only node.
    let fleet: FleetAccess?
    let challenges: PasskeyChallenges
    let report: @Sendable (String) -> Void
    /// Wrong passphrases for one name from one network or browser, and for any name from a network.
    let tries = TryLimit<Guess>(free: 5)
    let triesOfNetwork = TryLimit<Peer>(free: 20)
    /// How often a learner who signs in makes the wrong tries of their network forgotten.
    let resets = TryLimit<Guess>(free: 1)
    /// Checking a passphrase takes 64 MiB, so two are checked at the same time, and others wait without a thread.
    let checks = AsyncSemaphore(2)
    let uploads = Uploads()
    /// Publishes and merges editions, because a whole class may do so in the same minute, and others answer meanwhile.
    let editions = WorkQueue(threads: 2)
    /// A learner takes only one of these threads, however much they ask for at the same time.
    let turnsAtEditions = AsyncTurns<AccountID>()

    package init(
        accounts: Accounts,
        access: AccessPolicy,
        clock: Clock,
        program: ServerStatus.Program = ServerStatus.Program(),
        libraries: OpenLibraries,
        fleet: FleetAccess? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.fleet = fleet
        self.accounts = accounts
        self.access = access
        self.clock = clock
        self.program = program
        self.libraries = libraries
        self.report = report
        challenges = PasskeyChallenges { clock.uptime().components.seconds * 1_000 }
    }

    var carrier: SessionCarrier { SessionCarrier(access) }

    package func handler(for head: RequestHead) -> RequestHandler {
        if let probe = probeHandler(of: head) { return probe }
        var head = head
        let isPassedOn: Bool
        (head.peer, isPassedOn) = sender(of: head)
        let language = Request(head).preferredLanguage
        let handler = InterfaceLanguage.withCurrent(language) { [head] in
            self.handler(ofClient: head, isAdmitted: isPassedOn)
        }
        return RequestHandler(bodyPolicy: handler.bodyPolicy) { [client = head.peer] request in
            var request = request
            request.head.peer = client
            return self.keepingSession(await handler.respond(request), request)
        }
    }

    /// Refuses without 401 where somebody may be signed in in the browser, which would forget everybody who is.
    ///
    /// The session is not looked at where a page of another site or port asks.
    private func keepingSession(_ response: Response, _ request: Request) -> Response {
        guard response.status == .unauthorized, carrier == .authentication,
            !request.isFromOwnPage || (try? session(of: request)) != nil
        else { return response }
        return response.keepingAuthentication
    }

    /// - Parameter isAdmitted: Whether it was checked where the request comes from.
    private func handler(ofClient head: RequestHead, isAdmitted: Bool) -> RequestHandler {
        if !isAdmitted, let error = RequestAdmission.refusal(of: head, access) {
            return RequestHandler(bodyPolicy: .unread) { self.refusal(error, $0) }
        }
        guard let first = head.path.first, first.hasPrefix("~") else { return ownHandler(of: head) }
        do throws(HTTPError) {
            let route = Route(head.target.belowFirst)
            return route?.isForPeers == true
                ? try peerHandler(of: head, to: route, named: first.dropFirst())
                : try learnerHandler(of: head, to: route, named: first.dropFirst())
        } catch {
            return RequestHandler(bodyPolicy: .unread) { self.refusal(error, $0) }
        }
    }

    // MARK: - A learner's own

    /// - Parameter route: The address below the learner's; nil if libraries have no such address.
    private func learnerHandler(
        of head: RequestHead,
        to route: Route?,
        named text: Substring
    ) throws(HTTPError) -> RequestHandler {
        let base = AccountsRoute.base(of: String(text.lowercased()))
        guard let name = LearnerName(text),
            let visitor = try visitor(named: name, head, to: route)
        else {
            return RequestHandler(bodyPolicy: .unread) { self.stranger($0, to: route, at: base) }
        }
        if visitor.session != nil, let deletion = visitor.account.deletion,
            route?.isOfHandover != true
        {
            return RequestHandler(bodyPolicy: .unread) { request in
                self.closed(visitor.account, until: deletion, request, to: route, at: base)
            }
        }
        return handler(of: head, to: route, visitor, at: base)
    }

    /// A learner, whose account may be closed, and the browser in which they are signed in.
    struct Visitor {
        let account: Account
        /// Nil where nobody has to be signed in.
        var session: Int64?
    }

    /// Answers a request that may use the learner's library.
    func handler(
        of head: RequestHead,
        to route: Route?,
        _ visitor: Visitor,
        at base: String
    ) -> RequestHandler {
        // So that the scope of a learner's worker covers all addresses.
        if head.path.count == 1 {
            return RequestHandler(bodyPolicy: .unread) { _ in
                .redirect(to: base + "/").cached(.never)
            }
        }
        // Nothing of a library that gets a lock may stay in the memory of the process that serves others.
        let inProcess = if case .lockSettings = route { true } else { false }
        @Sendable func opened(_ head: RequestHead) throws(LibraryError) -> RequestHandler {
            // Who has passed it on knows better than what this node remembers.
            if sender(of: head).isPassedOn {
                fleet?.node.forgetDestination(of: visitor.account.learner)
            }
            for _ in 0..<30 {
                if let address = try otherNode(for: visitor.account) {
                    return try forwarding(of: head, to: route, visitor.account, at: address)
                }
                do throws(LibraryError) {
                    return try openedHere(head)
                } catch .elsewhere {
                    // Another node was faster.
                    fleet?.node.forgetDestination(of: visitor.account.learner)
                    Pause.wait(.milliseconds(30))
                }
            }
            throw .unavailable
        }
        @Sendable func openedHere(_ head: RequestHead) throws(LibraryError) -> RequestHandler {
            if inProcess, fleet != nil { throw .refused(Self.noLocks) }
            let use = try libraries.use(visitor.account, inProcess: inProcess)
            switch use.place {
            case .here(let gate):
                return try handler(of: head, to: route, visitor.account, at: base, gate, use)
            case .process(let process):
                return handler(of: head, to: route, visitor, process, use)
            }
        }
        // A closed library is opened on the thread that answers, because others wait for the one that reads bodies.
        let isReady = !inProcess && libraries.isReady(visitor.account)
        let policy = isReady ? nil : Self.policyBeforeOpening(of: head, to: route)
        do throws(LibraryError) {
            if head.hasBody, policy == nil { return try opened(head) }
        } catch {
            let error = httpError(for: error)
            return RequestHandler(bodyPolicy: .unread) { self.refusal(error, $0) }
        }
        return RequestHandler(bodyPolicy: policy ?? BodyPolicy.none) { request in
            do throws(LibraryError) {
                return await (try opened(request.head)).respond(request)
            } catch {
                return self.refusal(self.httpError(for: error), request)
            }
        }
    }

    /// How a small body is read whatever the library is; nil where the library has a say in it.
    private static func policyBeforeOpening(of head: RequestHead, to route: Route?) -> BodyPolicy? {
        guard let length = head.headers["Content-Length"].flatMap({ Int($0) }),
            0...largestEarlyBody ~= length
        else { return nil }
        if ClassesRoute(segments: head.path.dropFirst()) != nil { return classFormPolicy }
        guard let route, !route.isForPeers, case .memory = route.bodyPolicy(in: nil) else {
            return nil
        }
        return route.bodyPolicy(in: nil)
    }

    /// In bytes.
    private static let largestEarlyBody = 64 << 10

    /// Answers with a library that is open here.
    private func handler(
        of head: RequestHead,
        to route: Route?,
        _ account: Account,
        at base: String,
        _ gate: LockGate,
        _ use: OpenLibraries.Use
    ) throws(LibraryError) -> RequestHandler {
        if let route = ClassesRoute(segments: head.path.dropFirst()) {
            return classesHandler(of: head, route, account, at: base)
        }
        var visit = LearnerVisit(base: base, title: account.title)
        if fleet != nil { visit.lockRefusal = Self.noLocks }
        if route == .home, head.method == .get { visit.news = news(for: account, at: gate) }
        var handler = visit.handler(of: head, at: gate)
        // Nobody else learns of the library's size.
        if head.hasBody, handler.bodyPolicy != .unread {
            handler = try limited(handler, of: head, to: route, account)
        }
        return RequestHandler(bodyPolicy: handler.bodyPolicy) { [visit, handler] request in
            await visit.respond(to: request, by: handler, use)
        }
    }

    /// Passes on a request of another copy of the library.
    ///
    /// A request without a token that was issued is refused before the learner is looked up, so that nobody learns whether there is
    /// one, and no library is opened for a stranger, however often they try.
    private func peerHandler(
        of head: RequestHead,
        to route: Route?,
        named text: Substring
    ) throws(HTTPError) -> RequestHandler {
        let name = text.lowercased()
        let base = AccountsRoute.base(of: name)
        let isPairing = route == .sync(.pair)
        let mayBePeer = try isPairing ? true : isPeer(head, of: name)
        guard mayBePeer, route?.methods(overSocket: false).contains(head.method) == true else {
            return RequestHandler(bodyPolicy: .unread) { self.stranger($0, to: route, at: base) }
        }
        let start = ContinuousClock.now
        // A code is compared only in a library that is open. The node that has passed it on waits.
        let waits = isPairing && !sender(of: head).isPassedOn
        let handler =
            try isPairing
            ? pairingHandler(of: head, named: text, at: base)
            : learnerHandler(of: head, to: route, named: text)
        return RequestHandler(bodyPolicy: handler.bodyPolicy) { request in
            let response = await handler.respond(request)
            // What a learner's library says would tell that there is one.
            guard ![.unauthorized, .tooManyRequests].contains(response.status) else {
                if waits { await Self.waitToRefuse(since: start) }
                return self.stranger(request, to: route, at: base)
            }
            return response
        }
    }

    /// Whether a request shows a token that was issued to a copy of the library of the learner with this name.
    private func isPeer(_ head: RequestHead, of name: String) throws(HTTPError) -> Bool {
        guard let token = head.headers["Authorization"]?.bearerToken else { return false }
        return try translating { () throws(AccountsError) in
            try accounts.hasIssued(String(token), for: .peer, to: name)
        }
    }

    /// Reads a code before it looks for the learner, and asks only a library that is open, because codes end with that.
    private func pairingHandler(
        of head: RequestHead,
        named text: Substring,
        at base: String
    ) -> RequestHandler {
        let route = Route.sync(.pair)
        let policy = head.hasBody ? route.bodyPolicy(in: nil) : .none
        return RequestHandler(bodyPolicy: policy) { request in
            do throws(HTTPError) {
                guard let name = LearnerName(text),
                    let visitor = try self.visitor(named: name, request.head, to: route),
                    try self.isOpen(visitor.account)
                else { return self.stranger(request, to: route, at: base) }
                var whole = request
                // It may have come in chunks, and may be passed on in one piece.
                if head.hasBody {
                    whole.head.headers["Content-Length"] = "\(request.bytes.count)"
                }
                return await self.handler(of: whole.head, to: route, visitor, at: base)
                    .respond(whole)
            } catch {
                return self.refusal(error, request)
            }
        }
    }

    /// Whether a library is open here, or on another node.
    private func isOpen(_ account: Account) throws(HTTPError) -> Bool {
        if libraries.isOpen(account) { return true }
        do throws(LibraryError) {
            return try otherNode(for: account) != nil
        } catch {
            throw httpError(for: error)
        }
    }

    /// Asking a library takes a part of this, so that the time of a refusal doesn't tell whether there is one; guessing takes longer.
    private static let refusalStep = Duration.milliseconds(200)

    /// Waits until whole steps have passed since a request came.
    static func waitToRefuse(since start: ContinuousClock.Instant) async {
        let passed = start.duration(to: .now)
        try? await Task.sleep(for: refusalStep * (Int(passed / refusalStep) + 1) - passed)
    }

    /// The learner with this name, if the browser is signed in as them, or the owner of the server asks.
    private func visitor(
        named name: LearnerName,
        _ head: RequestHead,
        to route: Route?
    ) throws(HTTPError) -> Visitor? {
        // The token of a peer is looked at in the library.
        if head.peer == .unix || route?.isForPeers == true {
            // Until its files are deleted, whoever runs the server can still hand over a closed library.
            let mayBeClosed = head.peer == .unix && route?.handsOver(by: head.method) == true
            return try translating { () throws(AccountsError) in try accounts.account(named: name) }
                .flatMap { $0.isOpen || mayBeClosed ? Visitor(account: $0) : nil }
        }
        guard let session = try session(of: Request(head)),
            let account = session.account(named: name) ?? session.closedAccount(named: name)
        else { return nil }
        return Visitor(account: account, session: session.id)
    }

    /// The answer to whoever is not signed in as the learner, the same whether or not there is one.
    func stranger(_ request: Request, to route: Route?, at base: String) -> Response {
        if case .manifest = route {
            // Browsers ask for it without the session.
            return SiteBase.$path.withValue(base) { StaticFiles.manifest() }
        }
        if let route, route.isForPeers {
            let words =
                route == .sync(.pair)
                ? SyncProblem.badCode.words : RequestAdmission.unknownPeerPhrase
            return InterfaceLanguage.withCurrent(request.preferredLanguage) {
                secured(.error(HTTPError(.unauthorized, words)).cached(.never), request)
            }
        }
        if request.isNavigation {
            let path = AccountsRoute.signIn(to: request.target.raw).path
            return secured(.redirect(to: path).cached(.never), request)
        }
        return InterfaceLanguage.withCurrent(request.preferredLanguage) {
            let words: Phrase = "You aren’t signed in any more. Sign in, then try again."
            // Scripts know by the header that it is this learner who is refused, whatever the status becomes.
            return secured(.error(HTTPError(.unauthorized, words)), request)
                .with("Omena-Session", "none")
        }
    }

    /// The session of a browser; nil if nobody is signed in there.
    func session(of request: Request) throws(HTTPError) -> BrowserSession? {
        for secret in carrier.secrets(in: request) {
            let session = try translating { () throws(AccountsError) in try accounts.session(secret)
            }
            if let session { return session }
        }
        return nil
    }

    // MARK: - Errors

    /// Turns a failure to read or write the accounts into what a browser is told; the log gets the reason.
    func translating<Result>(
        _ body: () throws(AccountsError) -> Result
    ) throws(HTTPError) -> Result {
        do throws(AccountsError) {
            return try body()
        } catch {
            report("\(error)")
            if accounts.areInFleet { throw HTTPError(LibraryError.unavailable) }
            if case .unwritable(let reason) = error {
                throw HTTPError(LibraryError.cannotOpen(path: accounts.folder, reason: reason))
            }
            throw HTTPError(LibraryError.failed(reason: ""))
        }
    }

    static var noLocks: Phrase {
        "Libraries on this server can’t have a lock, because they are on several machines."
    }

    func httpError(for error: LibraryError) -> HTTPError {
        if error == .unavailable || error == .elsewhere { return HTTPError(error) }
        if !error.isRefusal { report("a library could not be opened: \(error)") }
        return HTTPError(error)
    }

    func refusal(_ error: HTTPError, _ request: Request) -> Response {
        let response = InterfaceLanguage.withCurrent(request.preferredLanguage) {
            secured(
                .refusal(error, to: request, at: nil, settings: StudySettings()),
                request
            )
        }
        guard fleet != nil, error.status == .serviceUnavailable else { return response }
        return response.with("Retry-After", "1")
    }

    func secured(_ response: Response, _ request: Request) -> Response {
        SecurityHeaders.added(to: response, of: Route(request.target), at: access)
    }
}

/// How requests of one learner are passed on.
struct LearnerVisit: Sendable {
    let base: String
    let title: String
    var news: [ClassNews] = []
    var lockRefusal: Phrase?

    /// The handler of the learner's library for a request, whose address begins with the learner's.
    func handler(of head: RequestHead, at gate: LockGate) -> RequestHandler {
        within { gate.handler(for: below(head)) }
    }

    func respond(
        to request: Request,
        by handler: RequestHandler,
        _ use: OpenLibraries.Use
    ) async -> Response {
        var request = request
        request.head = below(request.head)
        let response = await SiteBase.$path.withValue(base) {
            await PageFrame.with {
                $0.learner = title
                $0.news = news
                $0.lockRefusal = lockRefusal
            } perform: {
                await handler.respond(request)
            }
        }
        return response.holding(use, at: base)
    }

    private func within<Result>(_ body: () -> Result) -> Result {
        SiteBase.$path.withValue(base) {
            PageFrame.with {
                $0.learner = title
            } perform: {
                body()
            }
        }
    }

    private func below(_ head: RequestHead) -> RequestHead {
        var head = head
        head.target = head.target.belowFirst
        return head
    }
}

extension Response {
    /// The response with a stream that keeps a library open until all of it has been sent.
    func holding(_ use: OpenLibraries.Use, at base: String) -> Response {
        guard case .stream(let producer) = body else {
            withExtendedLifetime(use) {}
            return self
        }
        var streaming = self
        streaming.body = .stream { writer in
            try await SiteBase.$path.withValue(base) { try await producer(writer) }
            withExtendedLifetime(use) {}
        }
        return streaming
    }
}

extension Route {
    /// Whether a local command only reads the library there, or copies it.
    fileprivate func handsOver(by method: Method) -> Bool {
        switch self {
        case .maintenance(.export), .maintenance(.backup), .unlockBy, .lock: true
        default: method.isSafe
        }
    }
}
