import FoundationEssentials
package import HTTP
import Languages
package import Library
package import Lookup
import Notes
import Pages

/// Omena as it answers requests: who may ask, which page or change it is, and what every answer carries.
package struct Application: Sendable {
    let library: Library
    let access: AccessPolicy
    let clock: Clock
    let lookup: Lookup
    /// What other programs have to show; nil lets none in.
    let token: APIToken?
    /// Whether the library is open, and for whom.
    package let lock: LibraryLock
    let codes: PairingCodes
    /// Is told, in one line for whoever runs the server, what went wrong inside.
    let report: @Sendable (String) -> Void

    /// Puts a library behind the rules of `access`.
    package init(
        library: Library,
        access: AccessPolicy,
        clock: Clock,
        lookup: Lookup = .none,
        token: APIToken? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            library: library,
            access: access,
            clock: clock,
            lookup: lookup,
            token: token,
            lock: LibraryLock(library, clock: clock),
            codes: PairingCodes(),
            report: report
        )
    }

    init(
        library: Library,
        access: AccessPolicy,
        clock: Clock,
        lookup: Lookup,
        token: APIToken?,
        lock: LibraryLock,
        codes: PairingCodes,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.library = library
        self.access = access
        self.clock = clock
        self.lookup = lookup
        self.token = token
        self.lock = lock
        self.codes = codes
        self.report = report
    }

    /// How much of a request's body is worth reading.
    package func bodyPolicy(for head: RequestHead) -> BodyPolicy {
        guard !head.method.isSafe, let route = Route(head) else { return .none }
        guard case .importFile = route else { return Self.bodyPolicy(for: route) }
        guard mayUpload(head) else { return .none }
        return .file(
            limit: Self.largestUpload,
            directory: FileManager.default.temporaryDirectory.path
        )
    }

    /// The same at all addresses but the one that takes files.
    static func bodyPolicy(for route: Route) -> BodyPolicy {
        switch route {
        case .reviews, .study, .studyCards, .generate: .memory(limit: 1 << 20)
        case .cards(let route): .memory(limit: route.bodyLimit)
        case .places: .memory(limit: 1 << 20)
        case .pair, .pairingCodes, .parameters, .settings, .browser, .lookup, .mapSources, .backups,
            .backup, .welcome:
            .memory(limit: 4 << 10)
        case .api: .memory(limit: 4 << 20)
        case .upkeep, .unlockBy: .memory(limit: 64 << 10)
        // What an authenticator says of a new passkey may hold its maker's certificates.
        case .lockSettings: .memory(limit: 128 << 10)
        case .addMedium: .memory(limit: Medium.maximumSize)
        default: .none
        }
    }

    /// The most bytes of a file that is imported: media included, packages of Anki's grow large.
    private static let largestUpload = 4 << 30

    /// Whether it is somebody whose files may take room on the disk.
    private func mayUpload(_ head: RequestHead) -> Bool {
        !access.wantsPairing || head.peer == .unix || paired(Request(head)) != nil
    }

    /// Answers one request; blocks its thread while the library works.
    package func respond(to request: Request) -> Response {
        InterfaceLanguage.$current.withValue(language(of: request)) { answer(request) }
    }

    private func answer(_ request: Request) -> Response {
        var route: Route?
        let response: Response
        do throws(HTTPError) {
            let admitted = try admit(request)
            route = admitted
            response = try handle(admitted, request)
        } catch {
            // A page about a library that cannot be read looks as most do.
            let settings = (try? library.settings()) ?? StudySettings()
            response = .refusal(error, to: request, looking: settings)
        }
        return SecurityHeaders.added(to: response, of: route)
    }

    /// The door, and behind it the question whether a browser from elsewhere is known.
    private func admit(_ request: Request) throws(HTTPError) -> Route {
        let guest = try Door(access: access, token: token).admit(request)
        guard access.wantsPairing, request.peer != .unix, !guest.hasToken,
            !guest.route.isOpenToAll, !isPaired(request)
        else { return guest.route }
        throw HTTPError(
            .unauthorized,
            "This browser is not paired yet. Run 'omena pair' where Omena runs, and enter its code."
        )
    }

    /// What to answer where the library failed; whoever runs the server reads why.
    func told(of error: LibraryError, by request: Request) -> HTTPError {
        if case .refused = error {
        } else {
            report("\(request.method.rawValue) \(request.target.raw): \(error)")
        }
        return HTTPError(error)
    }

    private func handle(_ route: Route, _ request: Request) throws(HTTPError) -> Response {
        do {
            switch (route, request.method) {
            case (.home, _): return try home()
            case (.study(let mode, let source), .post):
                return try topUp(mode, source, with: request)
            case (.study(let mode, let source), _): return try study(mode, source, for: request)
            case (.studyCards, _): return try cards(request)
            case (.reviews, _): return try record(request)
            case (.cards(let route), _): return try cards(route, request)
            case (.places(let route), _): return try places(route, request)
            case (.generate(let note), _): return try generate(note, request)
            case (.warmUp, _): return try warmUp()
            case (.importFile(let deck, let back), .post):
                return importFile(deck: deck, back: back, request)
            case (.importFile(let deck, let back), _):
                return try importPage(deck: deck, back: back)
            case (.exportFile(let wish, let back), _): return try export(wish, back: back)
            case (.lookup, .post): return try changeLookup(request)
            case (.lookup, _): return try lookupPage()
            case (.mapSources, .post): return try changeMapSources(request)
            case (.mapSources, _): return try mapSources()
            case (.api(let steps), _): return try answerAPI(steps, request)
            case (.asset(let version, let name), _):
                return try StaticFiles.asset(version: version, name: name)
            case (.media(let hash), _): return try media(hash)
            case (.sheet(let type, let version), _):
                return try sheet(of: type, version: version)
            case (.addMedium(let name), _): return try addMedium(named: name, request)
            case (.manifest, _): return StaticFiles.manifest()
            case (.worker, _): return try worker()
            case (.welcome, _): return try answerWelcome(request)
            case (.offline, _): return StaticFiles.offline()
            case (.settings, .post): return try changeSettings(request)
            case (.settings(let isSaved), _): return try settings(isSaved: isSaved, request)
            case (.lockSettings(let route), _): return try lockSettings(route, request)
            case (.browser(let browser), .post): return try unpair(browser)
            case (.browser(let browser), _): return try askBeforeUnpairing(browser, request)
            case (.backups, _): return try makeBackup()
            case (.backup(let name), .post): return try restore(name)
            case (.backup(let name), _): return try askBeforeRestoring(name)
            case (.pair, .post): return try pair(request)
            case (.pair(let code), _): return pairingForm(code: code)
            case (.unlock, _), (.unlockBy, _), (.lock, _):
                // The entrance answers these; what comes here has passed it.
                throw HTTPError(.notFound, "There is nothing at this address.")
            case (.pairingCodes, _): return try newPairingCode()
            case (.reviewLog, _): return reviewLog()
            case (.memories, _): return memories()
            case (.parameters, .post): return try keepParameters(request)
            case (.parameters, _): return try parameters()
            case (.upkeep(let work), _): return try upkeep(work, request)
            }
        } catch let error as HTTPError {
            throw error
        } catch let error as LibraryError {
            throw told(of: error, by: request)
        } catch {
            // A 5xx says nothing of the inside; whoever runs the server reads it.
            report("\(request.method.rawValue) \(request.target.raw): \(error)")
            throw HTTPError(LibraryError.failed(reason: ""))
        }
    }
}
