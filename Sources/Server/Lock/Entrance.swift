public import HTTP
import Languages
import Library
public import Lookup
import Notes
import Pages
import Vault

/// Where every request comes in: past the lock it is answered by an `Application` of the library that is open.
public struct LockGate: Sendable {
    /// Whether the library is open, and for whom.
    public let lock: LibraryLock
    let access: AccessPolicy
    let clock: Clock
    let lookup: Lookup
    let token: APIToken?
    let codes = PairingCodes()
    let maintenance: Maintenance
    let report: @Sendable (String) -> Void

    /// Puts the lock before a library, and the rules of `access` before both.
    public init(
        lock: LibraryLock,
        access: AccessPolicy,
        clock: Clock,
        lookup: Lookup = .none,
        token: APIToken? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.lock = lock
        self.access = access
        self.clock = clock
        self.lookup = lookup
        self.token = token
        maintenance = Maintenance(lock, clock: clock, report: report)
        self.report = report
    }

    /// How much of a request's body is worth reading.
    public func bodyPolicy(for head: RequestHead) -> BodyPolicy {
        guard !head.method.isSafe, let route = Route(head) else { return .none }
        guard case .importFile = route else { return Application.bodyPolicy(for: route) }
        guard mayPass(Request(head), hasToken: false),
            let (library, visit) = lock.visit(isUse: true)
        else { return .none }
        return withExtendedLifetime(visit) { application(of: library).bodyPolicy(for: head) }
    }

    /// Answers one request; blocks its thread while the library works.
    public func respond(to request: Request) -> Response {
        let isLockable = lock.isLockable
        let isOfLock = Route(request.head)?.isOfLock == true
        if !isOfLock, let response = throughDoor(request, isLockable) { return response }
        return PageLock.$isOn.withValue(isLockable) {
            InterfaceLanguage.$current.withValue(request.preferredLanguage) {
                SecurityHeaders.added(to: atDoor(request), of: Route(request.head))
            }
        }
    }

    /// Answers what is no request that could be handed on: a program reads JSON here too.
    public static func refusal(_ error: HTTPError, at address: [UInt8]) -> Response {
        address.starts(with: "/api/".utf8)
            ? .json(encode(["error": error.message]), status: error.status)
            : .text(error.message + "\n", status: error.status)
    }

    /// Has done what is to be done once a day, where the library is open.
    public func keepHouse() {
        guard let (library, visit) = lock.visit(isUse: false) else { return }
        withExtendedLifetime(visit) { maintenance.notice(library) }
    }

    private func application(of library: Library) -> Application {
        Application(
            library: library,
            access: access,
            clock: clock,
            lookup: lookup,
            token: token,
            lock: lock,
            codes: codes,
            report: report
        )
    }

    // MARK: - Through the door

    /// What the library has to say; nil where it is locked, for this browser at least.
    private func throughDoor(_ request: Request, _ isLockable: Bool) -> Response? {
        let guest = try? Door(access: access, token: token).admit(request)
        // Who may not come in at all is told so by the application, or below.
        let isLetIn = !isLockable || mayPass(request, hasToken: guest?.hasToken == true)
        guard isLetIn, let (library, visit) = lock.visit(isUse: guest != nil) else { return nil }
        maintenance.notice(library)
        var response = PageLock.$isOn.withValue(isLockable) {
            application(of: library).respond(to: request)
        }
        if isLockable, guest?.route.isOfNoLibrary != true {
            response = response.cached(.never).with("Omena-Lock", LockState.open.name)
        }
        // What is made while it is sent is still in hand.
        guard case .stream(let producer) = response.body else {
            if !request.method.isSafe || guest?.route.isSearch == true {
                maintenance.noticeChange(in: library)
            }
            return response
        }
        response.body = .stream { [maintenance] writer in
            try await producer(writer)
            maintenance.noticeChange(in: library)
            withExtendedLifetime(visit) {}
        }
        return response
    }

    /// Whether somebody unlocked the library in this browser, or shows what programs show.
    func mayPass(_ request: Request, hasToken: Bool) -> Bool {
        if hasToken || !lock.isLockable { return true }
        // A command knows nothing of cookies, and no page can reach the socket.
        let shown =
            request.peer == .unix
            ? request.headers.all("Omena-Session") : request.cookies.all(cookieName)
        return shown.contains { lock.browsers.includes($0) }
    }

    // MARK: - Before the door

    private func atDoor(_ request: Request) -> Response {
        do throws(HTTPError) {
            let guest = try Door(access: access, token: token).admit(request)
            switch guest.route {
            case .asset(let version, let name): return try StaticFiles.asset(version: version, name: name)
            case .manifest: return StaticFiles.manifest()
            case .offline: return StaticFiles.offline()
            case .unlock(let to, let isUse): return unlocking(request, to: Back(to), isUse: isUse)
            case .unlockBy(.challenge):
                return .json(encode(Question(publicKey: question()))).cached(.never)
            case .unlockBy(let key): return try unlock(by: key, request)
            case .lock: return try lockNow(request)
            default: return locked(guest.route, request)
            }
        } catch {
            return .refusal(error, to: request, looking: StudySettings())
        }
    }

    /// A page leads to where the library is unlocked; all else is told that it is locked.
    private func locked(_ route: Route, _ request: Request) -> Response {
        let isPage =
            request.method.isSafe && !request.isByScript && request.peer != .unix && route.isPage
            && request.headers["Sec-Fetch-Mode"].map { $0 == "navigate" } != false
        if isPage {
            return .redirect(to: Route.unlock(to: request.target.raw).path).cached(.never)
        }
        let says = Refusal(error: LockedWords.phrase.description)
        return .json(encode(says), status: .unauthorized)
            .with("Omena-Lock", LockState.locked.name)
            .cached(.never)
    }

    private struct Refusal: Encodable {
        let error: String
        let locked = true
    }

    private struct Question: Encodable {
        let publicKey: PasskeyQuestion?
    }
}

/// What is said to a script or a command that wants something of a locked library.
enum LockedWords {
    static var phrase: Phrase { "This library is locked. Unlock it, then try again." }
}

extension Route {
    /// Whether the entrance answers it itself.
    var isOfLock: Bool {
        switch self {
        case .unlock, .unlockBy, .lock: true
        default: false
        }
    }

    /// Whether a browser may show it by itself.
    var isPage: Bool {
        switch self {
        case .api, .media, .sheet, .asset, .worker, .reviewLog, .memories, .parameters: false
        default: true
        }
    }
}
