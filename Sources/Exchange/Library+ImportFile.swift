package import Languages
package import Library
package import LibraryValues
internal import Notes

/// What importing a file would do, and how it was read.
package struct ImportPreview: Sendable {
    package var report: ImportReport
    /// The localizations of a string catalog by name, and the languages they are read as.
    package var localizations: [(name: String, language: LanguageTag?)] = []
    /// Nil for a file that is no text.
    package var columns: TextColumns?
}

extension Library {
    package func previewImport(
        _ options: ImportOptions,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportPreview {
        let opened = try open(options)
        let report = try exchanging { () throws(LibraryError) in
            try previewImport(of: opened.batch, progress: progress)
        }
        return ImportPreview(
            report: report,
            localizations: opened.localizations,
            columns: opened.columns
        )
    }

    /// Imports a file, all of it or nothing.
    package func importFile(
        _ options: ImportOptions,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportReport {
        let batch = try open(options).batch
        return try exchanging { () throws(LibraryError) in
            try importNotes(of: batch, by: browser, progress: progress)
        }
    }

    private struct OpenedFile {
        var batch: ImportBatch
        var localizations: [(name: String, language: LanguageTag?)] = []
        var columns: TextColumns?
    }

    private func open(_ options: ImportOptions) throws(ExchangeError) -> OpenedFile {
        var opened =
            switch try FileKind(options.file) {
            case .stringCatalog: try openCatalog(options)
            case .ankiPackage: OpenedFile(batch: try openPackage(options))
            case .library: OpenedFile(batch: try openLibrary(options))
            case .text(let isList): try openText(options, isList: isList)
            case .places(let format): OpenedFile(batch: try openPlaces(options, as: format))
            case .savedCards: OpenedFile(batch: try openSavedCards(options))
            }
        opened.batch.timeZoneOffset = options.timeZoneOffset
        return opened
    }

    private func openPackage(_ options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        let file = try options.file.onDisk()
        let work = try exchanging { () throws(LibraryError) in try workFolder() }
        let reader = try AnkiReader(
            AnkiPackage(path: file.path, name: file.name, in: work),
            offset: options.timeZoneOffset,
            rollover: try exchanging { () throws(LibraryError) in try settings().rollover }
        )
        return reader.batch(into: options.deck, update: options.update ?? .newer)
    }

    private func openLibrary(_ options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        let file = try options.file.onDisk()
        return try JSONLibraryReader(path: file.path, name: file.name)
            .batch(into: options.deck, update: options.update ?? .newer)
    }

    private func openText(
        _ options: ImportOptions,
        isList: Bool
    ) throws(ExchangeError) -> OpenedFile {
        let table = try TextTable(options, isList: isList)
        let types = try exchanging { () throws(LibraryError) in try noteTypes().map(\.type) }
        let plan = try TextPlan(
            table,
            types: types,
            typeName: options.text.type,
            columns: options.names
        )
        let named = table.header.deck.flatMap { DeckName($0) }
        let deck = if let deck = options.deck ?? named { deck } else { try options.deckOrName() }
        let batch = ImportBatch(
            file: options.file.name,
            into: deck,
            noteCount: table.lineCount,
            update: options.update ?? table.header.update ?? .newer
        ) { _, body in
            var notes = TextNotes(table, plan)
            try notes.read(body)
        }
        return OpenedFile(batch: batch, columns: TextColumns(table, plan))
    }

    private func openPlaces(
        _ options: ImportOptions,
        as format: PlaceFormat
    ) throws(ExchangeError) -> ImportBatch {
        try openNotes(options) { bytes throws(PlaceFileError) in
            let file = try PlaceFile(bytes, as: format)
            return (file.places.map(\.note), file.leftOut)
        }
    }

    private func openSavedCards(_ options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        try openNotes(options, SavedCards.read)
    }

    private func openNotes(
        _ options: ImportOptions,
        _ read: ([UInt8]) throws(PlaceFileError) -> (notes: [ImportNote], leftOut: [Phrase])
    ) throws(ExchangeError) -> ImportBatch {
        let bytes = try options.file.read(atMost: PlaceFile.largest)
        let found: (notes: [ImportNote], leftOut: [Phrase])
        do throws(PlaceFileError) {
            found = try read(bytes)
        } catch {
            throw .notPlaces(file: options.file.name, error)
        }
        return ImportBatch(
            file: options.file.name,
            into: try options.deckOrName(),
            notes: found.notes,
            update: options.update ?? .newer,
            leftOut: found.leftOut
        )
    }

    private func openCatalog(_ options: ImportOptions) throws(ExchangeError) -> OpenedFile {
        let bytes = try options.file.read(atMost: StringCatalog.Limits.bytes)
        let catalog: StringCatalog
        do {
            catalog = try StringCatalogFile(bytes).catalog
        } catch {
            throw .notACatalog(file: options.file.name, error)
        }
        let deck = try options.deckOrName()
        let stored = try exchanging { () throws(LibraryError) in try storedFile(of: deck) }
        // What was chosen before holds until something else is chosen.
        let chosen = (stored?.file.names ?? [:]).merging(options.names) { $1 }
        for (name, language) in options.names where LanguageTag(language) == nil {
            throw .noSuchLanguage(
                "“\(language)” isn’t a valid language tag for “\(name)”."
            )
        }
        let isSame = stored.map { $0.bytes == bytes && $0.file.names == chosen } ?? false
        let reader = CatalogReader(
            catalog: catalog,
            names: LocalizationNames(chosen, in: catalog)
        )
        let base: CatalogReader.Base =
            if isSame {
                .same
            } else if let stored, let catalog = try? StringCatalog(stored.bytes) {
                .values(
                    CatalogReader(
                        catalog: catalog,
                        names: LocalizationNames(stored.file.names, in: catalog)
                    ).values
                )
            } else {
                .unknown
            }
        var batch = ImportBatch(
            file: options.file.name,
            into: deck,
            noteCount: catalog.entries.count,
            update: options.update ?? .newer
        ) { _, body in
            try reader.read(base, body)
        }
        batch.storedFile = ImportFile(
            bytes: isSame ? nil : bytes,
            names: chosen,
            base: stored?.file.id
        )
        return OpenedFile(batch: batch, localizations: reader.names.all)
    }
}
