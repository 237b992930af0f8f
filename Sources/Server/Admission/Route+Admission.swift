import HTTP
import Library
import LibraryValues
import Notes
import Pages
import Sync

extension Route {
    init?(_ target: RequestTarget) {
        self.init(segments: target.path, query: target.query.pairs)
    }

    /// The methods that this address takes; some addresses exist only over the socket beside the library.
    func methods(overSocket: Bool) -> [Method] {
        switch self {
        case .home, .asset, .media, .sheet, .manifest, .worker, .offline, .importResult,
            .firstWords, .phone, .otherPrograms, .statistics, .outlook, .schedulerProgress, .help,
            .chapter, .tomorrow:
            [.get]
        case .api(let steps): API.methods(at: steps)
        case .study: [.get, .post]
        case .studyCards, .reviews, .generate, .warmUp, .addMedium, .welcome, .stopImport: [.post]
        case .cards(let route): route.methods
        case .places(let route): route.methods
        case .lockSettings(let route): route.methods
        case .sync(let route): route.methods
        case .connect(.news): [.get]
        case .connect: [.get, .post]
        case .pair, .settings, .scheduler, .browser, .lookup, .mapSources, .backup, .importFile,
            .exportFile:
            [.get, .post]
        case .backups: [.post]
        case .unlock, .unlocked: [.get]
        case .unlockBy, .lock: [.post]
        case .pairingCodes: overSocket ? [.post] : []
        case .reviewLog, .memories, .status: overSocket ? [.get] : []
        case .parameters: overSocket ? [.get, .post] : []
        case .maintenance: overSocket ? [.post] : []
        }
    }

    /// Whether browsers that are not paired may have it: the form for the pairing code, what that form loads, and the manual.
    var isOpenToAll: Bool {
        switch self {
        case .asset, .manifest, .worker, .offline, .pair, .help, .chapter: true
        default: false
        }
    }

    /// Whether other copies of the library ask it, which have tokens of their own.
    var isForPeers: Bool {
        if case .sync(let route) = self { route.isForPeers } else { false }
    }

    /// Whether its answer needs the search index.
    var isSearch: Bool {
        switch self {
        case .cards(.list), .cards(.selection), .cards(.replace), .cards(.actions): true
        case .study(_, let source), .tomorrow(let source): source.query != nil
        case .statistics(let wanted): wanted.source?.query != nil
        case .api(let steps): steps == ["notes"] || steps == ["statistics"]
        default: false
        }
    }

    /// Whether files are imported there.
    var isImport: Bool {
        if case .importFile = self { true } else { false }
    }

    /// Whether answers to cards are sent to it.
    var takesAnswers: Bool {
        switch self {
        case .reviews: true
        case .api(let steps): steps == ["reviews"]
        default: false
        }
    }

    /// The server that has to answer before a request to it is answered; nil where there is none.
    func outsideServer(for method: Method) -> OutsideServer? {
        switch self {
        case .lookup, .sync(.overview): method.isSafe ? nil : .chosen
        case .places(.nearby), .places(.picture): .wikipedia
        default: nil
        }
    }

    /// Whether its answer is the same for every library, so that anybody may have and cache it.
    var isOfNoLibrary: Bool {
        switch self {
        case .asset, .manifest, .offline, .help, .chapter: true
        default: false
        }
    }

    /// Whether `LockGate` answers it itself, also while the library is locked.
    var isOfLock: Bool {
        switch self {
        case .unlock, .unlocked, .unlockBy, .lock, .status: true
        default: false
        }
    }

    /// Whether a browser may show it as a page.
    var isPage: Bool {
        switch self {
        case .api, .media, .sheet, .asset, .worker, .connect(.news), .reviewLog, .memories,
            .parameters, .status, .outlook, .schedulerProgress, .tomorrow:
            false
        case .sync(let route): !route.isForPeers
        default: true
        }
    }

    /// How the body of a request is read once it is admitted.
    ///
    /// - Parameter library: Where it is read; nil for a route of the lock.
    func bodyPolicy(in library: Library?) -> BodyPolicy {
        switch self {
        case .importFile, .sync(.firstCopy): .uploaded(limit: Self.largestUpload, to: library)
        case .sync(.facts): .memory(limit: SyncWire.largestMessage)
        case .sync(.lackingMedia): .memory(limit: 128 << 10)
        case .sync(.media): .uploaded(limit: SyncWire.largestMedium, to: library)
        case .reviews, .study, .studyCards, .generate, .places: .memory(limit: 1 << 20)
        case .cards(let route): .memory(limit: route.bodyLimit)
        case .pair, .pairingCodes, .parameters, .settings, .scheduler, .browser, .lookup,
            .mapSources, .backups, .backup, .welcome, .connect, .sync:
            .memory(limit: 4 << 10)
        // Media are sent in base64.
        case .api(API.mediaSteps): .memory(limit: 4 * Medium.maximumSize / 3 + 4096)
        case .api: .memory(limit: 4 << 20)
        case .maintenance, .unlockBy, .exportFile: .memory(limit: 64 << 10)
        // The attestation of a new passkey may contain its maker's certificates.
        case .lockSettings: .memory(limit: 128 << 10)
        case .addMedium: .memory(limit: Medium.maximumSize)
        default: .none
        }
    }

    /// The most bytes of a file to import: Anki packages that contain media grow large.
    private static let largestUpload = 4 << 30
}

/// A server that Omena asks for an answer.
enum OutsideServer {
    /// One that the learner has chosen.
    case chosen
    case wikipedia
}

extension BodyPolicy {
    /// Nothing can be created in a file, so an upload is refused where there is no folder.
    fileprivate static func uploaded(limit: Int, to library: Library?) -> BodyPolicy {
        .file(limit: limit, directory: (try? library?.workFolder()) ?? "/dev/null")
    }
}

extension LockRoute {
    fileprivate var methods: [Method] {
        switch self {
        case .overview, .history: [.get]
        case .on, .idle: [.post]
        case .off, .passkey, .passphrase, .recoveryCode, .key, .name, .removal: [.get, .post]
        }
    }
}

extension SyncRoute {
    fileprivate var methods: [Method] {
        switch self {
        case .pair, .facts, .restore: [.post]
        case .lackingMedia, .overview, .peer: [.get, .post]
        case .firstCopy, .media: [.get, .put]
        }
    }
}

extension CardsRoute {
    fileprivate var methods: [Method] {
        switch self {
        case .selection, .actions, .undo, .redo: [.post]
        case .list, .card, .log, .history, .types, .tags, .decks, .deck: [.get]
        case .replace, .drafts, .newNote, .note, .bin, .newType, .type, .tag, .newDeck, .starters,
            .deckOptions:
            [.get, .post]
        }
    }

    fileprivate var bodyLimit: Int {
        switch self {
        case .selection, .replace, .drafts, .newNote, .note: 4 << 20
        default: 1 << 20
        }
    }
}

extension PlacesRoute {
    fileprivate var methods: [Method] {
        switch self {
        case .map, .place: [.get, .post]
        case .pins, .point, .nearby, .picture: [.get]
        case .tiles, .articles: [.post]
        }
    }
}
