package import LibraryValues
package import Notes
package import Recall

/// Every address that the server answers, both to read requests and to write links.
package enum Route: Hashable, Sendable {
    case home
    /// A session in one mode (GET shows it, POST returns more cards).
    case study(Mode, Source)
    /// How many cards a review deals tomorrow, for the end of a session.
    case tomorrow(Source)
    /// The texts of a session's further cards, after the page with the first ones (POST).
    case studyCards
    /// Records a batch of answers (POST).
    case reviews
    case cards(CardsRoute)
    case places(PlacesRoute)
    case statistics(StatisticsRequest = StatisticsRequest())
    /// How well the scheduler knows the learner, or a deck (POST fits it).
    case scheduler(deck: DeckID? = nil)
    /// What a simulation of the coming year starts from, for the page's script.
    case outlook(deck: DeckID? = nil)
    /// How a fit of the scheduler is going, for the page's script.
    case schedulerProgress
    /// Generates the empty fields of a note (POST): those of the form in the body, or of a saved note.
    case generate(NoteID? = nil)
    /// Loads the language model's weights when a form is opened, so that it answers sooner (POST).
    case warmUp
    /// Imports a file (GET shows the form, POST previews the import or does it).
    case importFile(deck: String? = nil, back: ReturnPath? = nil)
    /// What the import that its page called `id` did.
    case importResult(id: String, back: ReturnPath? = nil)
    /// Stops the import whose page gave it this id when it sent the file (POST).
    case stopImport(id: String)
    /// Exports cards as a file; without a format, the form that asks for one.
    case exportFile(ExportRequest = ExportRequest(), back: ReturnPath? = nil)
    /// The settings for generating definitions and translations (GET shows them, POST saves them).
    case lookup
    /// The map's tile sources (GET shows them, POST saves them).
    case mapSources
    /// The interface for other programs, by the path segments below `/api/v1`.
    case api([String])
    /// A file inside the executable; `version` hashes all of them, so that the content of an address never changes.
    case asset(version: String, name: String)
    /// A picture or sound of a note, by the hash of its content.
    case media(MediaHash)
    /// The style sheet of a note type in that version.
    case sheet(NoteTypeID, version: String)
    /// Uploads a picture or sound as the body (POST); the file had that name.
    case addMedium(named: String = "")
    case manifest
    /// The service worker's script.
    case worker
    /// Answers the questions of the first visit (POST).
    case welcome
    /// The first words of the language chosen there, introduced and asked.
    case firstWords(deck: DeckID)
    /// How to study on a phone.
    case phone(isFirstVisit: Bool = false)
    /// How cards come over from other programs.
    case otherPrograms
    /// The manual: its chapters, or what a search in it finds.
    case help(search: String? = nil)
    case chapter(String, heading: String? = nil)
    /// What a browser shows offline in place of a page that it has not cached.
    case offline
    /// The settings (GET shows them, POST saves some or all).
    ///
    /// `isSaved` confirms a form that was submitted without a script.
    case settings(isSaved: Bool = false)
    case lockSettings(LockRoute)
    /// Programs that were written for Anki.
    case connect(ConnectRoute)
    /// Sync with other copies of the library.
    case sync(SyncRoute)
    /// Asks for confirmation (GET) and removes a paired browser (POST).
    case browser(BrowserNumber)
    /// Creates a backup (POST).
    case backups
    /// Asks for confirmation (GET) and restores a backup (POST).
    case backup(BackupName)
    /// Pairs a browser on another device (GET shows the form, POST reads it).
    ///
    /// A code in the address, as in a QR code, is filled in.
    case pair(code: String? = nil)
    /// Unlocks a locked library (GET), and then leads to `to`; scripts poll it for the state of the lock.
    ///
    /// `isUse` counts as use of the library, which delays the automatic lock.
    case unlock(to: String? = nil, isUse: Bool = false)
    /// Where a browser without cookies of a library keeps its session (GET), and then leads to `to`.
    ///
    /// At the root, because browsers repeat their authentication for everything below the folder of the address.
    case unlocked(to: String? = nil)
    /// Tries a key, or creates a challenge for a passkey (POST).
    case unlockBy(UnlockKey)
    /// Locks the library (POST).
    case lock
    /// What the server tells its owner's commands about itself; only over the socket, also while the library is locked.
    case status
    /// Creates a pairing code; only over the Unix socket beside the library (POST).
    case pairingCodes
    /// The reviews from which parameters are fitted; only over the socket.
    case reviewLog
    /// The memory state of each card; only over the socket.
    case memories
    /// The learner's FSRS parameters (GET returns them, POST saves better ones); only over the socket.
    case parameters
    /// Work on the whole library, with its progress (POST); only over the socket.
    case maintenance(MaintenanceTask)
}

/// What unlocks a library.
package enum UnlockKey: String, CaseIterable, Sendable {
    case passphrase, recovery, passkey
    /// No key itself: creates the challenge that a passkey signs.
    case challenge
    /// No key itself: tells a page in which a passkey has signed from what the passkey derives its secret.
    case salt
}

extension Route {
    /// Reads the address of a request; nil where there is no such address.
    ///
    /// - Parameters:
    ///   - segments: The segments of the path, decoded; none for `/`.
    ///   - query: The items of the query, decoded; unknown names are ignored.
    package init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        let segments = Array(segments)
        if let route = Self.fixed[segments] {
            self = route
            return
        }
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        switch segments.first {
        case "study" where segments.count == 2:
            guard let source = Source(query: query) else { return nil }
            if segments[1] == "tomorrow" {
                self = .tomorrow(source)
            } else if let mode = Mode(name: segments[1]) {
                self = .study(mode, source)
            } else {
                return nil
            }
        case "welcome" where segments.count == 3 && segments[1] == "words":
            guard let deck = DeckID(segments[2]) else { return nil }
            self = .firstWords(deck: deck)
        case "phone" where segments.count == 1:
            self = .phone(isFirstVisit: value("first") != nil)
        case "help" where segments.count == 1: self = .help(search: value("q"))
        case "help" where segments.count == 2:
            guard isFileName(segments[1]) else { return nil }
            self = .chapter(segments[1])
        case "statistics" where segments.count == 1:
            guard let wanted = StatisticsRequest(query: query) else { return nil }
            self = .statistics(wanted)
        case "statistics" where segments.count >= 2 && segments[1] == "scheduler":
            let deck = value("deck").map { DeckID($0) }
            // A deck that is named must be one.
            if case .some(nil) = deck { return nil }
            switch segments.dropFirst(2) {
            case []: self = .scheduler(deck: deck ?? nil)
            case ["outlook"]: self = .outlook(deck: deck ?? nil)
            default: return nil
            }
        case "import" where segments.count == 1:
            self = .importFile(deck: value("deck"), back: ReturnPath(value("back")))
        case "import" where segments.count == 2 && segments[1] == "stop":
            guard let id = value("id"), isHexadecimal(id) else { return nil }
            self = .stopImport(id: id)
        case "import" where segments.count == 2:
            guard isHexadecimal(segments[1]) else { return nil }
            self = .importResult(id: segments[1], back: ReturnPath(value("back")))
        case "export" where segments.count == 1:
            self = .exportFile(ExportRequest(query), back: ReturnPath(value("back")))
        case "api" where segments.count > 2 && segments[1] == "v1":
            self = .api(Array(segments.dropFirst(2)))
        case "assets" where segments.count >= 3:
            let name = segments.dropFirst(2)
            guard isHexadecimal(segments[1]), name.allSatisfy(isFileName) else { return nil }
            self = .asset(version: segments[1], name: name.joined(separator: "/"))
        case "media" where segments.count == 2:
            guard let hash = MediaHash(segments[1]) else { return nil }
            self = .media(hash)
        case "media" where segments.count == 1:
            self = .addMedium(named: value("name") ?? "")
        case "sheets" where segments.count == 3:
            guard let type = NoteTypeID(segments[1]), isHexadecimal(segments[2]) else { return nil }
            self = .sheet(type, version: segments[2])
        case "cards" where segments.count == 3 && segments[2] == "generate":
            guard let note = NoteID(segments[1]) else { return nil }
            self = .generate(note)
        case "settings" where segments.count == 1:
            self = .settings(isSaved: value("saved") != nil)
        case "settings" where segments.count >= 2 && segments[1] == "lock":
            guard let route = LockRoute(segments: segments.dropFirst(2), query: query) else {
                return nil
            }
            self = .lockSettings(route)
        case "settings" where segments.count >= 2 && segments[1] == "connections":
            guard let route = ConnectRoute(segments: segments.dropFirst(2), query: query) else {
                return nil
            }
            self = .connect(route)
        case "sync":
            guard let route = SyncRoute(segments: segments) else { return nil }
            self = .sync(route)
        case "settings" where segments.count >= 2 && segments[1] == "sync":
            guard let route = SyncRoute(segments: segments) else { return nil }
            self = .sync(route)
        case "browsers" where segments.count == 2:
            guard let number = Int64(segments[1]), String(number) == segments[1] else { return nil }
            self = .browser(BrowserNumber(rawValue: number))
        case "backups" where segments.count == 2:
            guard let name = BackupName(segments[1]) else { return nil }
            self = .backup(name)
        case "pair" where segments.count == 1:
            self = .pair(code: value("code"))
        case "unlock" where segments.count == 1:
            self = .unlock(to: value("to"), isUse: value("used") != nil)
        case "unlocked" where segments.count == 1: self = .unlocked(to: value("to"))
        case "unlock" where segments.count == 2:
            guard let key = UnlockKey(rawValue: segments[1]) else { return nil }
            self = .unlockBy(key)
        case "upkeep" where segments.count == 2:
            guard let task = MaintenanceTask(rawValue: segments[1]) else { return nil }
            self = .maintenance(task)
        case "places":
            guard let route = PlacesRoute(segments: segments, query: query) else { return nil }
            self = .places(route)
        default:
            guard let route = CardsRoute(segments: segments, query: query) else { return nil }
            self = .cards(route)
        }
    }

    /// The routes whose address has no variable part, by their path segments.
    private static let fixed: [[String]: Route] = {
        let routes: [Route] = [
            .home, .schedulerProgress, .studyCards, .reviews, .generate(), .warmUp, .lookup,
            .mapSources, .manifest, .worker, .welcome, .otherPrograms, .offline, .backups, .lock,
            .pairingCodes, .reviewLog, .memories, .parameters, .status,
        ]
        return Dictionary(
            uniqueKeysWithValues: routes.map {
                ($0.pathOfOne.split(separator: "/").map(String.init), $0)
            }
        )
    }()

    /// The path of all sessions in one mode, to which a script adds their source.
    static func study(_ mode: Mode) -> String { SiteBase.path + pathOfOne(mode) }

    private static func pathOfOne(_ mode: Mode) -> String { "/study/\(mode.name)" }

    /// The path, with the query if there is one, percent-encoded.
    package var path: String {
        // All learners load the same files.
        if case .asset = self { return pathOfOne }
        return SiteBase.path + pathOfOne
    }

    /// The same on the server of a single learner.
    private var pathOfOne: String {
        switch self {
        case .home: "/"
        case .study(let mode, let source): "\(Self.pathOfOne(mode))?\(source.text)"
        case .tomorrow(let source): "/study/tomorrow?\(source.text)"
        case .studyCards: "/study/cards"
        case .reviews: "/reviews"
        case .cards(let route): route.path
        case .places(let route): route.path
        case .statistics(let request): request.path
        case .scheduler(let deck):
            address("/statistics/scheduler", ("deck", deck?.description))
        case .outlook(let deck):
            address("/statistics/scheduler/outlook", ("deck", deck?.description))
        case .schedulerProgress: "/statistics/scheduler/progress"
        case .generate(nil): "/cards/generate"
        case .generate(let note?): "/cards/\(note)/generate"
        case .warmUp: "/cards/generate/warm"
        case .importFile(let deck, let back):
            address("/import", ("deck", deck), ("back", back?.path))
        case .importResult(let id, let back): address("/import/\(id)", ("back", back?.path))
        case .stopImport(let id): "/import/stop?id=\(id)"
        case .exportFile(let request, let back): request.path(back: back)
        case .lookup: "/settings/generate"
        case .mapSources: "/settings/map"
        case .api(let segments): "/api/v1/\(segments.map(\.percentEncoded).joined(separator: "/"))"
        case .asset(let version, let name): "/assets/\(version)/\(name)"
        case .media(let hash): "/media/\(hash)"
        case .sheet(let type, let version): "/sheets/\(type)/\(version)"
        case .addMedium(""): "/media"
        case .addMedium(let name): "/media?name=\(name.percentEncoded)"
        case .manifest: "/manifest.webmanifest"
        case .worker: "/worker.js"
        case .welcome: "/welcome"
        case .firstWords(let deck): "/welcome/words/\(deck)"
        case .phone(let isFirstVisit): isFirstVisit ? "/phone?first" : "/phone"
        case .otherPrograms: "/welcome/import"
        case .help(nil): "/help"
        case .help(let search?): "/help?q=\(search.percentEncoded)"
        case .chapter(let name, nil): "/help/\(name)"
        case .chapter(let name, let heading?): "/help/\(name)#\(heading)"
        case .offline: "/offline"
        case .settings(let isSaved): isSaved ? "/settings?saved" : "/settings"
        case .lockSettings(let route): route.path
        case .connect(let route): route.path
        case .sync(let route): route.path
        case .browser(let browser): "/browsers/\(browser.rawValue)"
        case .backups: "/backups"
        case .backup(let name): "/backups/\(name)"
        case .pair(nil): "/pair"
        case .pair(let code?): "/pair?code=\(code.percentEncoded)"
        case .unlock(let to, let isUse):
            address("/unlock", ("to", to), ("used", isUse ? "" : nil))
        case .unlocked(let to): address("/unlocked", ("to", to))
        case .unlockBy(let key): "/unlock/\(key.rawValue)"
        case .lock: "/lock"
        case .status: "/status"
        case .pairingCodes: "/pairing-codes"
        case .reviewLog: "/review-log"
        case .memories: "/memories"
        case .parameters: "/parameters"
        case .maintenance(let task): "/upkeep/\(task.rawValue)"
        }
    }
}

/// Whether the text has 1 to 64 lower-case hexadecimal digits.
func isHexadecimal(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
}

/// Whether the text can be a segment of an asset's name; `..` and whatever needs percent-encoding cannot.
private func isFileName(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: ".") && !text.isEmpty && text.utf8.allSatisfy(\.isUnreserved)
}
