import Exchange
import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `GET /import?deck=…`: asks for a file.
    func importPage(deck: String?, back: Back?) throws -> Response {
        .html(try page(.nothing, deck: deck ?? "", back: back).render()).cached(.never)
    }

    /// `POST /import?deck=…&name=…`: shows what the file that is sent would do, or does it, and tells how far it is.
    ///
    /// Who listens no more wants it no more: then nothing is changed.
    func importFile(deck text: String?, back: Back?, _ request: Request) -> Response {
        .lines(of: ImportLine.self) { [self] tell, hasLeft in
            var percent = -1
            let watch: Library.Watch = { share throws(LibraryError) in
                guard !hasLeft() else { throw .calledOff }
                guard Int(share * 100) > percent else { return }
                percent = Int(share * 100)
                tell(ImportLine(share: share))
            }
            tell(line(deck: text ?? "", back: back, request, watch))
        }
    }

    /// What an import came to.
    private func line(
        deck: String,
        back: Back?,
        _ request: Request,
        _ watch: Library.Watch
    ) -> ImportLine {
        let wish = ImportWish(request.query)
        let file = Self.file(request)
        do {
            do {
                return try FileKind(file).isCollection
                    ? importPackage(file, deck: deck, back: back, wish, request, watch)
                    : importFile(file, deck: deck, back: back, wish, request, watch)
            } catch let error as ExchangeError {
                return try line(error, deck: deck, back: back, wish)
            }
        } catch let error as HTTPError {
            return ImportLine(error: error.message)
        } catch {
            let error = error as? LibraryError ?? .failed(reason: "\(error)")
            return ImportLine(error: told(of: error, by: request).message)
        }
    }

    private func importFile(
        _ file: SourceFile,
        deck text: String,
        back: Back?,
        _ wish: ImportWish,
        _ request: Request,
        _ watch: Library.Watch
    ) throws -> ImportLine {
        let deck = DeckName(text)
        guard deck != nil || text.isEmpty else {
            return try line(.problem("Give the deck a name."), deck: text, back: back, wish)
        }
        let order = ImportOptions(
            file: file,
            deck: deck,
            names: Self.names(request.query),
            update: wish.rule,
            text: wish.text.wish
        )
        guard request.query["do"] == "save" else {
            let (report, columns) = try library.previewText(order, progress: watch)
            let languages = columns == nil ? try Library.localizations(of: order) : []
            return try line(
                .report(report, languages, columns.map(ColumnPreview.init)),
                deck: text,
                back: back,
                wish
            )
        }
        let report = try library.importFile(order, by: browser(of: request), progress: watch)
        return ImportLine(to: leave(back, telling: report.change))
    }

    /// The same for a package of Anki's, which brings decks of its own.
    private func importPackage(
        _ file: SourceFile,
        deck: String,
        back: Back?,
        _ wish: ImportWish,
        _ request: Request,
        _ watch: Library.Watch
    ) throws -> ImportLine {
        let order = CollectionOrder(
            file: file.name,
            deck: DeckName(deck),
            update: wish.rule ?? .newer,
            offset: clock.offset()
        )
        guard case .disk(let file) = file else {
            throw ExchangeError.unknownKind(file: file.name)
        }
        guard request.query["do"] == "save" else {
            let report = try library.previewPackage(at: file.path, order, progress: watch)
            return try line(.collection(report), deck: deck, back: back, wish)
        }
        let report = try library.importPackage(
            at: file.path,
            order,
            by: browser(of: request),
            progress: watch
        )
        return ImportLine(to: leave(back, telling: report.change))
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
    private func line(
        _ error: ExchangeError,
        deck: String,
        back: Back?,
        _ wish: ImportWish
    ) throws -> ImportLine {
        if case .library(let error) = error, !error.isRefusal { throw error }
        return try line(.problem(error.words), deck: deck, back: back, wish)
    }

    private func line(
        _ finding: ImportPage.Finding,
        deck: String,
        back: Back?,
        _ wish: ImportWish
    ) throws(LibraryError) -> ImportLine {
        let page = try page(finding, deck: deck, back: back, wish)
        return ImportLine(page: String(decoding: page.render(), as: UTF8.self))
    }

    private func leave(_ back: Back?, telling change: Change?) -> String {
        (back ?? Back(.cards(.decks()))).telling(change?.id).path
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
        _ wish: ImportWish = ImportWish()
    ) throws(LibraryError) -> ImportPage {
        ImportPage(
            deck: deck,
            update: wish.update ?? UpdateRule.newer.rawValue,
            finding: finding,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
    }
}

/// What the page is told while a file is looked at or imported.
private struct ImportLine: Encodable {
    /// How much is done, from 0 to 1.
    var share: Double?
    /// The page with what was found.
    var page: String?
    /// Where it leads when all is done.
    var to: String?
    /// Why nothing came of it, where that is no matter of the file.
    var error: String?
}

/// What the page says of how a file is to be read.
private struct ImportWish {
    var update: String?
    var text = MaintenanceRequest.Text()

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

extension ColumnPreview {
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

extension LibraryError {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
