import Exchange
import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /import?deck=…`: asks for a file.
    func importPage(deck: String?, back: Back?) throws -> Response {
        try page(.nothing, deck: deck ?? "", back: back)
    }

    /// `POST /import?deck=…&name=…`: shows what the file that is sent would do, or does it.
    func importFile(deck text: String?, back: Back?, _ request: Request) throws -> Response {
        let query = request.query
        guard let deck = DeckName(text ?? "") else {
            return try page(
                .problem("Give the deck a name."),
                deck: text ?? "",
                back: back,
                status: .unprocessableContent
            )
        }
        let order = ImportOrder(
            name: query["name"] ?? "",
            bytes: request.bytes,
            deck: deck,
            names: Self.names(query)
        )
        do {
            guard query["do"] == "save" else {
                let report = try library.previewImport(order)
                let languages = try Library.localizations(of: order)
                return try page(.report(report, languages), deck: deck.text, back: back)
            }
            let report = try library.importFile(order, by: browser(of: request))
            return lead(back, else: .decks(), telling: report.change)
        } catch let error as ExchangeError {
            if case .library(let error) = error, !error.isRefusal { throw error }
            return try page(
                .problem(error.words),
                deck: deck.text,
                back: back,
                status: .unprocessableContent
            )
        }
    }

    /// `GET /export?deck=…`: a deck as a file.
    func exportFile(deck: String) throws -> Response {
        guard let name = DeckName(deck) else {
            throw HTTPError(.notFound, "There is no such deck any more.")
        }
        do throws(ExchangeError) {
            let file = try library.exportCatalog(of: name)
            let ascii = String(
                name.last.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" }
            )
            return Response.bytes(file.bytes, type: "application/json; charset=utf-8")
                .with(
                    "Content-Disposition",
                    "attachment; filename=\"\(ascii).xcstrings\"; "
                        + "filename*=UTF-8''\(name.last.percentEncoded).xcstrings"
                )
                .cached(.never)
        } catch .noDeck {
            throw HTTPError(.notFound, "There is no such deck any more.")
        } catch {
            throw LibraryError(error)
        }
    }

    /// Reads `map=ja-JP=ja-Latn`, as often as it stands there.
    private static func names(_ query: Query) -> [String: String] {
        var names: [String: String] = [:]
        for item in query.items where item.name == "map" {
            let parts = item.value.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { names[parts[0]] = parts[1] }
        }
        return names
    }

    private func page(
        _ finding: ImportPage.Finding,
        deck: String,
        back: Back?,
        status: Status = .ok
    ) throws(LibraryError) -> Response {
        let page = ImportPage(
            deck: deck,
            finding: finding,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
        return .html(page.render(), status: status).cached(.never)
    }
}

extension LibraryError {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
