import HTTP
import Library
import Pages

extension Request {
    /// Whether JSON is wanted, which a script can read, rather than a page.
    var isByScript: Bool { head.headers["Accept"]?.hasPrefix("application/json") == true }
}

extension Route {
    init?(_ head: RequestHead) {
        self.init(segments: head.path, query: head.query.items.map { ($0.name, $0.value) })
    }

    /// What can be done at this address; over the socket beside the library more than from a browser.
    func methods(overSocket: Bool) -> [Method] {
        switch self {
        case .home, .asset, .media, .sheet, .manifest, .worker, .offline, .exportFile: [.get]
        case .api(let steps): API.methods(at: steps)
        case .study: [.get, .post]
        case .studyCards, .reviews, .generate, .warmUp, .addMedium, .welcome: [.post]
        case .cards(let route): route.methods
        case .places(let route): route.methods
        case .lockSettings(let route): route.methods
        case .pair, .settings, .browser, .lookup, .mapSources, .backup, .importFile: [.get, .post]
        case .backups: [.post]
        case .unlock: [.get]
        case .unlockBy, .lock: [.post]
        case .pairingCodes: overSocket ? [.post] : []
        case .reviewLog, .memories: overSocket ? [.get] : []
        case .parameters: overSocket ? [.get, .post] : []
        case .upkeep: overSocket ? [.post] : []
        }
    }

    /// Whether a browser that is not paired may have it: the form for its code, and what makes that look right.
    var isOpenToAll: Bool {
        switch self {
        case .asset, .manifest, .worker, .offline, .pair: true
        default: false
        }
    }

    /// Whether it is answered by what a search finds.
    var isSearch: Bool {
        switch self {
        case .cards(.list), .cards(.selection), .cards(.replace), .cards(.actions): true
        case .study(_, let source): source.query != nil
        case .api(let steps): steps == ["notes"]
        default: false
        }
    }

    /// Whether it holds nothing of any library, so that anybody may have and keep it.
    var isOfNoLibrary: Bool {
        switch self {
        case .asset, .manifest, .offline: true
        default: false
        }
    }
}

extension LockRoute {
    /// What can be done at this address.
    var methods: [Method] {
        switch self {
        case .overview, .history: [.get]
        case .on, .idle: [.post]
        case .off, .passkey, .passphrase, .recoveryCode, .key, .name, .removal: [.get, .post]
        }
    }
}
