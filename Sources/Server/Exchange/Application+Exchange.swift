import Exchange
import HTTP
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /import?deck=…`: asks for a file.
    func importPage(deck: String?, back: ReturnPath?) throws -> Response {
        .page(try page(.nothing, deck: deck ?? "", back: back))
    }

    /// `POST /import?deck=…&name=…&id=…`: previews or imports the file in the body, and reports progress line by line.
    ///
    /// The import is cancelled, and nothing changes, when the browser disconnects or stops the import with that id.
    func importFile(deck text: String?, back: ReturnPath?, _ request: Request) -> Response {
        let id = request.query["id"] ?? ""
        return .lines(of: ImportLine.self) { [self] send, isCancelled in
            imports.begin(id)
            defer { imports.end(id) }
            var percent = -1
            let watch: Library.Watch = { share throws(LibraryError) in
                guard !isCancelled(), !self.imports.isStopped(id) else { throw .cancelled }
                guard Int(share * 100) > percent else { return }
                percent = Int(share * 100)
                send(ImportLine(share: share))
            }
            send(line(deck: text ?? "", back: back, id, request, watch))
        }
    }

    /// `GET /import/{id}`: what an import did; its change in the history where that is no longer known.
    func importResult(_ id: String, back: ReturnPath?) throws -> Response {
        guard let report = imports.report(of: id) else {
            return .redirect(to: .cards(.history()))
        }
        let page = ImportResultPage(
            report: report,
            change: try report.change.flatMap { try library.change($0.id) },
            here: ReturnPath(.importResult(id: id, back: back)),
            back: back,
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /import/stop?id=…`: answers whether the import runs; its last line then tells whether it was stopped in time.
    func stopImport(_ id: String) -> Response {
        .json(["isRunning": imports.stop(id)]).cached(.never)
    }

    /// The last line.
    private func line(
        deck: String,
        back: ReturnPath?,
        _ id: String,
        _ request: Request,
        _ watch: Library.Watch
    ) -> ImportLine {
        let form = ImportForm(request.query)
        do {
            do {
                return try importFile(deck: deck, back: back, id, form, request, watch)
            } catch LibraryError.refused(let reason) {
                return try line(.problem(reason), deck: deck, back: back, form)
            }
        } catch let error as HTTPError {
            return ImportLine(error: error.message)
        } catch LibraryError.cancelled {
            return ImportLine(isStopped: true)
        } catch {
            let error = error as? LibraryError ?? .failed(reason: "\(error)")
            return ImportLine(error: httpError(for: error, by: request).message)
        }
    }

    private func importFile(
        deck text: String,
        back: ReturnPath?,
        _ id: String,
        _ form: ImportForm,
        _ request: Request,
        _ watch: Library.Watch
    ) throws -> ImportLine {
        let deck = DeckName(text)
        guard deck != nil || text.isEmpty else {
            return try line(.problem(DeckName.flaw(of: text)), deck: text, back: back, form)
        }
        let options = ImportOptions(
            file: Self.file(request),
            deck: deck,
            names: Self.names(request.query),
            update: form.rule,
            text: form.text.options,
            timeZoneOffset: clock.offset()
        )
        guard request.query["do"] == "save" else {
            let result = try library.previewImport(options, opener: opener, progress: watch)
            let preview = ImportPage.Preview.report(
                result.report,
                result.localizations,
                result.columns.map(ColumnPreview.init)
            )
            return try line(preview, deck: text, back: back, form)
        }
        let report = try library.importFile(
            options,
            by: browser(of: request),
            opener: opener,
            progress: watch
        )
        imports.finish(id, with: report)
        return ImportLine(to: Route.importResult(id: id, back: back).path)
    }

    private static func file(_ request: Request) -> SourceFile {
        let name = request.query["name"] ?? ""
        return switch request.body {
        case .bytes(let bytes): .sent(name: name, bytes)
        case .file(let file): .disk(DiskFile(file.path, named: name))
        case .arriving: preconditionFailure("an import is read when all of it is here")
        }
    }

    private func line(
        _ preview: ImportPage.Preview,
        deck: String,
        back: ReturnPath?,
        _ form: ImportForm
    ) throws(LibraryError) -> ImportLine {
        let page = try page(preview, deck: deck, back: back, form)
        return ImportLine(page: String(decoding: page.render(), as: UTF8.self))
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
        _ preview: ImportPage.Preview,
        deck: String,
        back: ReturnPath?,
        _ form: ImportForm = ImportForm()
    ) throws(LibraryError) -> ImportPage {
        ImportPage(
            deck: deck,
            update: form.update ?? UpdateRule.newer.rawValue,
            preview: preview,
            decks: try library.decks(),
            back: back,
            settings: try library.settings()
        )
    }
}

/// A line that the page reads while a file is previewed or imported.
private struct ImportLine: Encodable {
    /// Progress from 0 to 1.
    var share: Double?
    /// The page with the preview.
    var page: String?
    /// The address to open when the import is done.
    var to: String?
    /// Whether the import was stopped before it changed anything.
    var isStopped: Bool?
    /// An error that is not about the file.
    var error: String?
}

/// What the page's form says about how to read the file.
private struct ImportForm {
    var update: String?
    var text = MaintenanceRequest.Text()

    init() {}

    var rule: UpdateRule? { update.flatMap { UpdateRule(rawValue: $0) } }

    init(_ query: Query) {
        func value(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        update = value("update")
        text.separator = value("separator")
        text.encoding = value("encoding")
        text.header = value("header")
        text.type = value("type")
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
            type: columns.type,
            types: columns.types.map { ($0, columns.reference(to: $0)) },
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
