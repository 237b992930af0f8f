import Exchange
import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /export?deck=…&as=apkg`: cards as a file, or the page that asks as what.
    func export(_ wish: ExportRequest, back: Back?) throws -> Response {
        guard let format = wish.format else { return try page(wish, back: back) }
        guard wish.deck != nil || !format.isOfOneDeck else {
            let problem: Phrase = "Choose a deck: such a file holds what one deck holds."
            return try page(wish, problem: problem, back: back)
        }
        let decks = try library.decks()
        let deck = wish.deck.flatMap { DeckName($0) }
        if wish.deck != nil {
            guard let deck, decks.contains(where: { deck.includes($0.name) }) else {
                throw HTTPError(.notFound, "There is no such deck any more.")
            }
        }
        let name = "\(deck?.last ?? "Omena").\(format.rawValue)"
        // It goes as soon as it is open: what was not sent to its end leaves nothing behind.
        let folder = try WorkFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = "\(folder.path)/export.\(format.rawValue)"
        let order = MaintenanceRequest(
            file: path,
            deck: wish.deck,
            search: wish.search,
            isUnscheduled: wish.isScheduled ? nil : true
        )
        do {
            _ = try ExportAnswer(library, order) { _ in }
        } catch {
            guard case .refused(let why) = error else { throw error }
            return try page(wish, problem: why, back: back)
        }
        return .file(try OpenFile(path: path), type: format.mediaType)
            .with("Content-Disposition", attachment(named: name))
            .cached(.never)
    }

    private func page(
        _ wish: ExportRequest,
        problem: Phrase? = nil,
        back: Back?
    ) throws(LibraryError) -> Response {
        let page = ExportPage(
            wish,
            problem: problem,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
        return .html(page.render(), status: problem == nil ? .ok : .unprocessableContent)
            .cached(.never)
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

/// A file that a browser keeps, under that name as far as it knows letters.
private func attachment(named name: String) -> String {
    let ascii = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
    return "attachment; filename=\"\(ascii)\"; filename*=UTF-8''\(name.percentEncoded)"
}
