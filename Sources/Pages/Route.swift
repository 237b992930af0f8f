package import LibraryValues
package import Notes
package import Recall

/// Every address that Omena answers, read from a request and written into links by the same value.
package enum Route: Hashable, Sendable {
    case home
    /// A session in one mode (GET shows it, POST tops it up).
    case study(Mode, Source)
    /// The cards of a session, whole, after the first ones are on the table (POST).
    case studyCards
    /// Takes a batch of events (POST).
    case reviews
    /// Notes, cards and decks, and what was changed.
    case cards(CardsRoute)
    /// Places, and the map that they are pinned on.
    case places(PlacesRoute)
    /// Fills in the form of a note, as far as it can be looked up (POST): the form that is sent, or that of a saved note.
    case generate(NoteID? = nil)
    /// Has a language model made ready for a form that was just opened (POST).
    case warmUp
    /// Takes a file into a deck (GET asks for it, POST shows what it would do, and does it).
    case importFile(deck: String? = nil, back: Back? = nil)
    /// Cards as a file; where it is not said as what, the page that asks.
    case exportFile(ExportRequest = ExportRequest(), back: Back? = nil)
    /// Whom to ask for words (GET shows it, POST takes it).
    case lookup
    /// Where the map's pictures come from (GET shows it, POST takes it).
    case mapSources
    /// What other programs ask, by what stands behind `/api/v1`.
    case api([String])
    /// A file inside the executable, addressed by the hash of all of them, so that it never changes.
    case asset(version: String, name: String)
    /// A picture or sound of a note, by the hash of its content.
    case media(MediaHash)
    /// The sheet of a note type as it was under that version.
    case sheet(NoteTypeID, version: String)
    /// Takes a picture or sound for a card, the body as it is (POST); its file had that name.
    case addMedium(named: String = "")
    case manifest
    /// The script by which a browser keeps Omena's own files.
    case worker
    /// What the first visit asks is answered (POST).
    case welcome
    /// What a browser shows in place of a page that it has not kept.
    case offline
    /// What a learner may settle (GET shows it, POST takes some or all of it).
    ///
    /// After a plain form was taken the address says so, and the page after it.
    case settings(isSaved: Bool = false)
    /// The lock, the ways to unlock, and what happened to it.
    case lockSettings(LockRoute)
    /// Asks whether a paired browser shall be sent away (GET), and does it (POST).
    case browser(BrowserNumber)
    /// Makes a backup (POST).
    case backups
    /// Asks whether a backup shall be put in the place of the library (GET), and does it (POST).
    case backup(BackupName)
    /// Where a browser on another device enters its code (GET shows the form, POST takes it).
    ///
    /// A code in the address, as a QR picture carries it, is filled in.
    case pair(code: String? = nil)
    /// Where a locked library is unlocked (GET), and where that leads; scripts ask here whether it still is.
    case unlock(to: String? = nil, isUse: Bool = false)
    /// Tries a key, or draws a question for a passkey (POST).
    case unlockBy(UnlockKey)
    /// Locks the library (POST).
    case lock
    /// Asks for a new code, over the socket beside the library alone (POST).
    case pairingCodes
    /// The reviews that can be learned from, as a review log; over the socket alone.
    case reviewLog
    /// What is remembered of each card; over the socket alone.
    case memories
    /// How the learner forgets (GET says it, POST keeps something better); over the socket alone.
    case parameters
    /// Backs up, restores or checks the whole library, and tells how far it is (POST); over the socket alone.
    case maintenance(MaintenanceTask)
}

/// What a locked library is unlocked by.
package enum UnlockKey: String, CaseIterable, Sendable {
    case passphrase, recovery, passkey
    /// Not a key yet: what a passkey is asked.
    case challenge
}

extension Route {
    /// Reads the address of a request; nil where Omena has nothing there.
    ///
    /// - Parameters:
    ///   - segments: What stands between the slashes of the path, decoded; none for `/`.
    ///   - query: What follows the question mark, decoded; names that mean nothing here are ignored.
    package init?(
        segments: some Collection<String>,
        query: some Collection<(name: String, value: String)>
    ) {
        let segments = Array(segments)
        switch segments.first {
        case nil:
            self = .home
        case "study" where segments.count == 2:
            if segments[1] == "cards" {
                self = .studyCards
            } else {
                guard let mode = Mode(name: segments[1]), let source = Source(query: query) else {
                    return nil
                }
                self = .study(mode, source)
            }
        case "import" where segments.count == 1:
            let deck = query.first { $0.name == "deck" }?.value
            self = .importFile(deck: deck, back: Back(query.first { $0.name == "back" }?.value))
        case "export" where segments.count == 1:
            let back = Back(query.first { $0.name == "back" }?.value)
            self = .exportFile(ExportRequest(query), back: back)
        case "reviews" where segments.count == 1:
            self = .reviews
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
            self = .addMedium(named: query.first { $0.name == "name" }?.value ?? "")
        case "sheets" where segments.count == 3:
            guard let type = NoteTypeID(segments[1]), isHexadecimal(segments[2]) else { return nil }
            self = .sheet(type, version: segments[2])
        case "manifest.webmanifest" where segments.count == 1:
            self = .manifest
        case "worker.js" where segments.count == 1:
            self = .worker
        case "welcome" where segments.count == 1:
            self = .welcome
        case "offline" where segments.count == 1:
            self = .offline
        case "cards" where segments.count == 3 && segments[2] == "generate":
            guard let note = NoteID(segments[1]) else { return nil }
            self = .generate(note)
        case "settings" where segments == ["settings", "generate"]:
            self = .lookup
        case "settings" where segments == ["settings", "map"]:
            self = .mapSources
        case "cards" where segments == ["cards", "generate"]:
            self = .generate()
        case "cards" where segments == ["cards", "generate", "warm"]:
            self = .warmUp
        case "settings" where segments.count == 1:
            self = .settings(isSaved: query.contains { $0.name == "saved" })
        case "settings" where segments.count >= 2 && segments[1] == "lock":
            guard let route = LockRoute(segments: segments.dropFirst(2), query: query) else {
                return nil
            }
            self = .lockSettings(route)
        case "browsers" where segments.count == 2:
            guard let number = Int64(segments[1]), String(number) == segments[1] else { return nil }
            self = .browser(BrowserNumber(rawValue: number))
        case "backups" where segments.count == 1:
            self = .backups
        case "backups" where segments.count == 2:
            guard let name = BackupName(segments[1]) else { return nil }
            self = .backup(name)
        case "pair" where segments.count == 1:
            self = .pair(code: query.first { $0.name == "code" }?.value)
        case "unlock" where segments.count == 1:
            self = .unlock(
                to: query.first { $0.name == "to" }?.value,
                isUse: query.contains { $0.name == "used" }
            )
        case "unlock" where segments.count == 2:
            guard let key = UnlockKey(rawValue: segments[1]) else { return nil }
            self = .unlockBy(key)
        case "lock" where segments.count == 1:
            self = .lock
        case "pairing-codes" where segments.count == 1:
            self = .pairingCodes
        case "review-log" where segments.count == 1:
            self = .reviewLog
        case "memories" where segments.count == 1:
            self = .memories
        case "parameters" where segments.count == 1:
            self = .parameters
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

    /// The path of all sessions in one mode, for a script that says itself what they are about.
    static func study(_ mode: Mode) -> String { "/study/\(mode.name)" }

    /// The path, and the query if there is one, as it stands in a link.
    package var path: String {
        switch self {
        case .home: "/"
        case .study(let mode, let source): "\(Self.study(mode))?\(source.text)"
        case .studyCards: "/study/cards"
        case .reviews: "/reviews"
        case .cards(let route): route.path
        case .places(let route): route.path
        case .generate(nil): "/cards/generate"
        case .generate(let note?): "/cards/\(note)/generate"
        case .warmUp: "/cards/generate/warm"
        case .importFile(let deck, let back):
            address("/import", ("deck", deck), ("back", back?.path))
        case .exportFile(let wish, let back): wish.path(back: back)
        case .lookup: "/settings/generate"
        case .mapSources: "/settings/map"
        case .api(let steps): "/api/v1/\(steps.map(\.percentEncoded).joined(separator: "/"))"
        case .asset(let version, let name): "/assets/\(version)/\(name)"
        case .media(let hash): hash.address
        case .sheet(let type, let version): "/sheets/\(type)/\(version)"
        case .addMedium(""): "/media"
        case .addMedium(let name): "/media?name=\(name.percentEncoded)"
        case .manifest: "/manifest.webmanifest"
        case .worker: "/worker.js"
        case .welcome: "/welcome"
        case .offline: "/offline"
        case .settings(let isSaved): isSaved ? "/settings?saved" : "/settings"
        case .lockSettings(let route): route.path
        case .browser(let browser): "/browsers/\(browser.rawValue)"
        case .backups: "/backups"
        case .backup(let name): "/backups/\(name)"
        case .pair(nil): "/pair"
        case .pair(let code?): "/pair?code=\(code.percentEncoded)"
        case .unlock(let to, let isUse):
            address("/unlock", ("to", to), ("used", isUse ? "" : nil))
        case .unlockBy(let key): "/unlock/\(key.rawValue)"
        case .lock: "/lock"
        case .pairingCodes: "/pairing-codes"
        case .reviewLog: "/review-log"
        case .memories: "/memories"
        case .parameters: "/parameters"
        case .maintenance(let task): "/upkeep/\(task.rawValue)"
        }
    }
}

/// Whether the text is a hash as Omena writes them: lower-case hexadecimal digits, at most 64.
private func isHexadecimal(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
}

/// Whether the text can be one step of an asset's name; `..` and whatever would want an escape cannot.
private func isFileName(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: ".") && !text.isEmpty && text.utf8.allSatisfy(\.isUnreserved)
}
