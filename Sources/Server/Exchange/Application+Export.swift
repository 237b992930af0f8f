import Exchange
import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /export?deck=…&as=apkg`: cards as a file, or the page that asks for its format.
    ///
    /// All decks of a library with a lock are exported only for whoever shows a key again.
    func export(
        _ options: ExportRequest,
        back: ReturnPath?,
        _ request: Request
    ) throws -> Response {
        do { return try file(options, back: back, for: request) } catch let error as KeyRequired {
            return try askForKey(error, for: request, back: .exportFile())
        }
    }

    private func file(
        _ options: ExportRequest,
        back: ReturnPath?,
        for request: Request
    ) throws -> Response {
        guard let format = options.format else { return try page(options, back: back) }
        guard options.deck != nil || !format.isOfOneDeck else {
            let problem: Phrase = "Choose a deck: this format holds a single deck."
            return try page(options, problem: problem, back: back)
        }
        let decks = try library.decks()
        let deck = options.deck.flatMap { DeckName($0) }
        if options.deck != nil {
            guard let deck, decks.contains(where: { deck.includes($0.name) }) else {
                throw HTTPError(.notFound, "This deck no longer exists.")
            }
        }
        if try isEverything(deck, of: decks) { try requireKey(request) }
        let name = "\(deck?.last ?? "Omena").\(format.rawValue)"
        // It is deleted as soon as it is open, so that an interrupted download leaves nothing behind.
        let folder = try WorkFolder(in: library.workFolder())
        defer { withExtendedLifetime(folder) {} }
        let path = "\(folder.path)/export.\(format.rawValue)"
        let export = MaintenanceRequest(
            file: path,
            deck: options.deck,
            search: options.search,
            isUnscheduled: options.isScheduled ? nil : true
        )
        do {
            _ = try library.exportFile(export, timeZoneOffset: clock.offset()) { _ in }
        } catch {
            guard case .refused(let why) = error else { throw error }
            return try page(options, problem: why, back: back)
        }
        return .file(try OpenFile(path: path), type: format.mediaType)
            .with("Content-Disposition", attachment(named: name))
            .cached(.never)
    }

    /// Whether no card is outside of a deck, or it is nil.
    private func isEverything(_ deck: DeckName?, of decks: [Deck]) throws -> Bool {
        guard let deck else { return true }
        let sizes = try library.deckSizes()
        return !decks.contains { sizes[$0.id, default: 0] > 0 && !deck.includes($0.name) }
    }

    private func page(
        _ request: ExportRequest,
        problem: Phrase? = nil,
        back: ReturnPath?
    ) throws(LibraryError) -> Response {
        let page = ExportPage(
            request,
            problem: problem,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
        return .page(page, status: problem == nil ? .ok : .unprocessableContent)
    }
}

extension ExportRequest.Format {
    fileprivate var mediaType: String {
        switch self {
        case .apkg, .colpkg: "application/octet-stream"
        case .json, .xcstrings: "application/json; charset=utf-8"
        case .csv: "text/csv; charset=utf-8"
        case .tsv: "text/tab-separated-values; charset=utf-8"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        case .kml: "application/vnd.google-earth.kml+xml"
        }
    }
}

/// Has the browser save the file under a name, in ASCII for old ones.
private func attachment(named name: String) -> String {
    let ascii = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
    return "attachment; filename=\"\(ascii)\"; filename*=UTF-8''\(name.percentEncoded)"
}
