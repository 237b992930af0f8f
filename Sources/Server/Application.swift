import AnkiConnect
import Exchange
import HTTP
import Languages
import Library
import Lookup
import Notes
import Pages
import Threads

/// Answers requests about an open library: pages, changes, and what scripts and commands ask for.
final class Application: Sendable {
    let library: Library
    let access: AccessPolicy
    let clock: Clock
    let lookup: Lookup
    /// What other programs have to show; nil admits none.
    let token: APIToken?
    let lock: LibraryLock
    let codes: PairingCodes
    let syncs: Syncs
    let imports: RunningImports
    let fits: SchedulerFits
    let homePages: PageMemo
    /// Answers programs that were written for Anki; nil where none can come.
    let connect: ConnectService?
    let listener: ConnectListener
    /// Opens files to import.
    let opener: FileOpener
    /// Issues the tokens of peers; nil to use random ones.
    let newPeerToken: (@Sendable () throws -> String)?
    /// Logs one line about a failure, for whoever runs the server.
    let report: @Sendable (String) -> Void

    /// - Parameter lock: Of this library; one that is always open unless given.
    init(
        library: Library,
        access: AccessPolicy,
        clock: Clock,
        lookup: Lookup = .none,
        token: APIToken? = nil,
        lock: LibraryLock? = nil,
        codes: PairingCodes = PairingCodes(),
        syncs: Syncs? = nil,
        imports: RunningImports = RunningImports(),
        fits: SchedulerFits? = nil,
        homePages: PageMemo = PageMemo(),
        connect: ConnectService? = nil,
        listener: ConnectListener = .none,
        opener: FileOpener = .here,
        newPeerToken: (@Sendable () throws -> String)? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.library = library
        self.access = access
        self.clock = clock
        self.lookup = lookup
        self.token = token
        let lock = lock ?? LibraryLock(library, clock: clock)
        self.lock = lock
        self.fits = fits ?? SchedulerFits(lock, report: report)
        self.syncs = syncs ?? Syncs(lock, clock: clock, report: report)
        self.codes = codes
        self.imports = imports
        self.homePages = homePages
        self.connect = connect
        self.listener = listener
        self.opener = opener
        self.newPeerToken = newPeerToken
        self.report = report
    }

    /// The admission of a request, which is refused to browsers from elsewhere that are not paired.
    func checkingPairing(of request: Request, _ admission: RequestAdmission) -> RequestAdmission {
        if admission.admittedRoute?.isForPeers == true {
            let isKnown = admission.admittedRoute == .sync(.pair) || peer(of: request) != nil
            return isKnown ? admission : admission.unknownPeer
        }
        let isFree = admission.hasToken || admission.admittedRoute?.isOpenToAll != false
        return isFree || isInside(request) ? admission : admission.unpaired
    }

    /// Whether a request comes from this machine's owner or from a paired browser.
    private func isInside(_ request: Request) -> Bool {
        !access.wantsPairing || request.peer == .unix || paired(request) != nil
    }

    /// Answers a request that was looked at for admission; blocks its thread while the library works.
    func respond(to request: Request, _ admission: RequestAdmission) -> Response {
        let isPage = request.method.isSafe && admission.route?.isPage == true
        return PageFrame.with {
            $0.isWatchingPrograms = listener.port() != nil
            $0.diskProblem = isPage ? library.diskProblems.first : nil
        } perform: {
            InterfaceLanguage.withCurrent(by: languageWhenNeeded(of: request)) {
                SecurityHeaders.added(
                    to: answer(request, admission),
                    of: admission.route,
                    at: access
                )
            }
        }
    }

    private func answer(_ request: Request, _ admission: RequestAdmission) -> Response {
        do throws(HTTPError) {
            return try handle(checkingPairing(of: request, admission).admit(), request)
        } catch {
            // A library that cannot be read has no settings; the page then gets the usual look.
            let settings = (try? library.settings()) ?? StudySettings()
            return .refusal(error, to: request, at: admission.route, settings: settings)
        }
    }

    /// Looks the language up once, and only for a response that contains words: most of those to answers do not.
    private func languageWhenNeeded(of request: Request) -> @Sendable () -> InterfaceLanguage {
        let found = Locked<InterfaceLanguage?>(nil)
        return {
            found.withLock { found in
                let language = found ?? self.language(of: request)
                found = language
                return language
            }
        }
    }

    /// The language of the response: the learner's choice, else the browser's; English for other commands.
    private func language(of request: Request) -> InterfaceLanguage {
        guard request.peer != .unix, request.head.path.first != "assets" else { return .english }
        return (try? library.settings())?.language ?? request.preferredLanguage
    }

    /// The error that a browser is shown; the log gets the reason, unless the library refused.
    func httpError(for error: LibraryError, by request: Request) -> HTTPError {
        if !error.isRefusal {
            report("\(request.method.rawValue) \(request.target.loggable): \(error)")
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
            case (.tomorrow(let source), _): return try tomorrow(source)
            case (.studyCards, _): return try cards(request)
            case (.reviews, _): return try record(request)
            case (.cards(let route), _): return try cards(route, request)
            case (.places(let route), _): return try places(route, request)
            case (.statistics(let wanted), _): return try statistics(wanted)
            case (.scheduler(let deck), .post): return try changeScheduler(of: deck, request)
            case (.scheduler(let deck), _): return try scheduler(of: deck)
            case (.outlook(let deck), _): return try outlook(of: deck)
            case (.schedulerProgress, _): return schedulerProgress()
            case (.generate(let note), _): return try generate(note, request)
            case (.warmUp, _): return try warmUp()
            case (.importFile(let deck, let back), .post):
                return importFile(deck: deck, back: back, request)
            case (.importFile(let deck, let back), _):
                return try importPage(deck: deck, back: back)
            case (.importResult(let id, let back), _):
                return try importResult(id, back: back)
            case (.stopImport(let id), _): return stopImport(id)
            case (.exportFile(let options, let back), _):
                return try export(options, back: back, request)
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
            case (.firstWords(let deck), _): return try firstWords(deck)
            case (.phone(let isFirstVisit), _): return try phone(isFirstVisit: isFirstVisit)
            case (.otherPrograms, _):
                return .page(OtherProgramsPage(settings: try library.settings()))
            case (.help(let search), _):
                return ManualAnswers.chapters(
                    search: search,
                    isInside: isInside(request),
                    settings: try library.settings()
                )
            case (.chapter(let name, _), _):
                return try ManualAnswers.chapter(
                    name,
                    isInside: isInside(request),
                    settings: try library.settings()
                )
            case (.offline, _): return StaticFiles.offline()
            case (.settings, .post): return try changeSettings(request)
            case (.settings(let isSaved), _): return try settings(isSaved: isSaved, request)
            case (.lockSettings(let route), _): return try lockSettings(route, request)
            case (.connect(let route), _): return try connections(route, request)
            case (.sync(let route), _): return try sync(route, request)
            case (.browser(let browser), .post): return try unpair(browser)
            case (.browser(let browser), _): return try askBeforeUnpairing(browser, request)
            case (.backups, _): return try makeBackup()
            case (.backup(let name), .post): return try restore(name)
            case (.backup(let name), _): return try askBeforeRestoring(name)
            case (.pair, .post): return try pair(request)
            case (.pair(let code), _): return pairingForm(code: code)
            case (.unlock, _), (.unlocked, _), (.unlockBy, _), (.lock, _), (.status, _):
                // `LockGate` answers these before they reach an application.
                throw HTTPError(.notFound, "This page doesn’t exist.")
            case (.pairingCodes, _): return try newPairingCode()
            case (.reviewLog, _): return reviewLog()
            case (.memories, _): return memories()
            case (.parameters, .post): return try keepParameters(request)
            case (.parameters, _): return try parameters()
            case (.maintenance(let task), _): return try maintain(task, request)
            }
        } catch let error as HTTPError {
            throw error
        } catch let error as LibraryError {
            throw httpError(for: error, by: request)
        } catch {
            report("\(request.method.rawValue) \(request.target.loggable): \(error)")
            throw HTTPError(LibraryError.failed(reason: ""))
        }
    }
}
