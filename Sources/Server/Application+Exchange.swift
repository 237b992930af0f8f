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
        let wish = ImportWish(query)
        let file = Self.file(request)
        let text = text ?? ""
        do {
            guard try !FileKind(file).isCollection else {
                return try importPackage(file, deck: text, back: back, wish, request)
            }
        } catch {
            return try page(error, deck: text, back: back, wish)
        }
        let deck = DeckName(text)
        guard deck != nil || text.isEmpty else {
            return try page(
                .problem("Give the deck a name."),
                deck: text,
                back: back,
                wish,
                status: .unprocessableContent
            )
        }
        let order = ImportOrder(
            file: file,
            deck: deck,
            names: Self.names(query),
            update: wish.rule,
            text: wish.text.wish
        )
        do {
            guard query["do"] == "save" else {
                let report = try library.previewImport(order)
                let columns = try library.textColumns(of: order).map(ImportedColumns.init)
                let languages = columns == nil ? try Library.localizations(of: order) : []
                return try page(
                    .report(report, languages, columns),
                    deck: text,
                    back: back,
                    wish
                )
            }
            let report = try library.importFile(order, by: browser(of: request))
            return lead(back, else: .decks(), telling: report.change)
        } catch let error as ExchangeError {
            return try page(error, deck: text, back: back, wish)
        }
    }

    /// The same for a package of Anki's, which brings decks of its own.
    private func importPackage(
        _ file: SourceFile,
        deck: String,
        back: Back?,
        _ wish: ImportWish,
        _ request: Request
    ) throws(ExchangeError) -> Response {
        let order = CollectionOrder(
            file: file.name,
            deck: DeckName(deck),
            update: wish.rule ?? .newer,
            offset: clock.offset()
        )
        do {
            guard case .disk(let file) = file else {
                throw ExchangeError.unknownKind(file: file.name)
            }
            guard request.query["do"] == "save" else {
                let report = try library.previewPackage(at: file.path, order)
                return try page(.collection(report), deck: deck, back: back, wish)
            }
            let report = try library.importPackage(at: file.path, order, by: browser(of: request))
            return lead(back, else: .decks(), telling: report.change)
        } catch let error as ExchangeError {
            throw error
        } catch let error as LibraryError {
            throw .library(error)
        } catch {
            throw .file(file.name, reason: "\(error)")
        }
    }

    /// What was sent, where it lies now.
    private static func file(_ request: Request) -> SourceFile {
        let name = request.query["name"] ?? ""
        return switch request.body {
        case .bytes(let bytes): .sent(name: name, bytes)
        case .file(let file): .disk(DiskFile(file.path, named: name))
        }
    }

    /// The page again, with why the file is refused; what is wrong with the library is no matter of the file.
    private func page(
        _ error: ExchangeError,
        deck: String,
        back: Back?,
        _ wish: ImportWish
    ) throws -> Response {
        if case .library(let error) = error, !error.isRefusal { throw error }
        return try page(
            .problem(error.words),
            deck: deck,
            back: back,
            wish,
            status: .unprocessableContent
        )
    }

    /// `GET /export?deck=…&as=csv`: a deck as a file.
    func exportFile(deck: String, format: String?) throws -> Response {
        guard let name = DeckName(deck) else {
            throw HTTPError(.notFound, "There is no such deck any more.")
        }
        do throws(ExchangeError) {
            switch format {
            case "csv":
                guard try library.hasDeck(name) else { throw ExchangeError.noDeck(deck) }
                let file = try library.exportText(.deck(name), separator: .comma)
                return .file(file.bytes, "\(name.last).csv", type: "text/csv; charset=utf-8")
            default:
                let file = try library.exportCatalog(of: name)
                return .file(
                    file.bytes,
                    "\(name.last).xcstrings",
                    type: "application/json; charset=utf-8"
                )
            }
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
        _ wish: ImportWish = ImportWish(),
        status: Status = .ok
    ) throws(LibraryError) -> Response {
        let page = ImportPage(
            deck: deck,
            update: wish.update ?? UpdateRule.newer.rawValue,
            finding: finding,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
        return .html(page.render(), status: status).cached(.never)
    }
}

/// What the page says of how a file is to be read.
private struct ImportWish {
    var update: String?
    var text = UpkeepOrder.Text()

    init() {}

    var rule: UpdateRule? { update.flatMap { UpdateRule(rawValue: $0) } }

    init(_ query: Query) {
        func said(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        update = said("update")
        text.separator = said("separator")
        text.encoding = said("encoding")
        text.header = said("header")
        text.type = said("type")
    }
}

extension ImportedColumns {
    fileprivate init(_ columns: TextColumns) {
        self.init(
            layout: columns.layout.name,
            layouts: TextLayout.choices.map(\.name),
            encoding: columns.encoding.rawValue,
            encodings: TextEncoding.allCases.map(\.rawValue),
            hasHeaderRow: columns.hasHeaderRow,
            type: columns.type.name,
            types: columns.types.map(\.name),
            uses: columns.possibleUses,
            columns: columns.columns.map { column in
                Column(
                    name: column.name,
                    use: column.use.text(in: columns.type),
                    samples: column.samples
                )
            }
        )
    }
}

extension Library {
    fileprivate func hasDeck(_ name: DeckName) throws(ExchangeError) -> Bool {
        do throws(LibraryError) {
            return try decks().contains { name.includes($0.name) }
        } catch {
            throw .library(error)
        }
    }
}

extension Response {
    /// A file that a browser keeps.
    fileprivate static func file(_ bytes: [UInt8], _ name: String, type: String) -> Response {
        let ascii = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        return .bytes(bytes, type: type)
            .with(
                "Content-Disposition",
                "attachment; filename=\"\(ascii)\"; filename*=UTF-8''\(name.percentEncoded)"
            )
            .cached(.never)
    }
}

extension LibraryError {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
