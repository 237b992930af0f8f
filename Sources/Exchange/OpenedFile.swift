package import Languages
package import LibraryValues
internal import Notes

/// A file whose kind is known: what is imported, and how it was read.
package struct OpenedFile: Sendable {
    package var batch: ImportBatch
    /// The localizations of a string catalog by name, and the languages they are read as.
    package var localizations: [(name: String, language: LanguageTag?)] = []
    /// Nil for a file that is not a text.
    package var columns: TextColumns?

    init(batch: ImportBatch) { self.batch = batch }

    /// Opens a file, and reads what stands before its notes.
    init(_ options: ImportOptions, _ context: FileContext) throws(ExchangeError) {
        switch context.kind {
        case .stringCatalog: try self.init(catalog: options, context.stored)
        case .ankiPackage: self.init(batch: try Self.package(options, context))
        case .library: self.init(batch: try Self.library(options))
        case .text(let isList): try self.init(text: options, isList: isList, context.types)
        case .places(let format): self.init(batch: try Self.places(options, as: format))
        case .savedCards: self.init(batch: try Self.notes(options, SavedCards.read))
        }
        batch.timeZoneOffset = options.timeZoneOffset
    }

    private static func package(
        _ options: ImportOptions,
        _ context: FileContext
    ) throws(ExchangeError) -> ImportBatch {
        let file = try options.file.onDisk()
        let reader = try AnkiReader(
            AnkiPackage(path: file.path, name: file.name, in: context.workFolder),
            offset: options.timeZoneOffset,
            rollover: context.rollover
        )
        return reader.batch(into: options.deck, update: options.update ?? .newer)
    }

    private static func library(_ options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        let file = try options.file.onDisk()
        return try JSONLibraryReader(path: file.path, name: file.name)
            .batch(into: options.deck, update: options.update ?? .newer)
    }

    private init(
        text options: ImportOptions,
        isList: Bool,
        _ types: [NoteType]
    ) throws(ExchangeError) {
        let table = try TextTable(options, isList: isList)
        guard table.hasContent else { throw .noCards(file: options.file.name) }
        let plan = try TextPlan(
            table,
            types: types,
            typeName: options.text.type,
            columns: options.names
        )
        let named = table.header.deck.flatMap { DeckName($0) }
        let deck = if let deck = options.deck ?? named { deck } else { try options.deckOrName() }
        batch = ImportBatch(
            file: options.file.name,
            into: deck,
            noteCount: table.lineCount,
            update: options.update ?? table.header.update ?? .newer
        ) { _, body in
            var notes = TextNotes(table, plan)
            try notes.read(body)
        }
        columns = TextColumns(table, plan)
    }

    private static func places(
        _ options: ImportOptions,
        as format: PlaceFormat
    ) throws(ExchangeError) -> ImportBatch {
        try notes(options) { bytes throws(PlaceFileError) in
            let file = try PlaceFile(bytes, as: format)
            return (file.places.map(\.note), file.leftOut)
        }
    }

    private static func notes(
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

    private init(catalog options: ImportOptions, _ stored: ImportFile?) throws(ExchangeError) {
        let bytes = try options.file.read(atMost: StringCatalog.Limits.bytes)
        let catalog: StringCatalog
        do {
            catalog = try StringCatalogFile(bytes).catalog
        } catch {
            throw .notACatalog(file: options.file.name, error)
        }
        // What was chosen before holds until something else is chosen.
        let chosen = (stored?.names ?? [:]).merging(options.names) { $1 }
        for (name, language) in options.names where LanguageTag(language) == nil {
            throw .noSuchLanguage(
                "“\(language)” isn’t a valid language tag for “\(name)”."
            )
        }
        let isSame = stored.map { $0.bytes == bytes && $0.names == chosen } ?? false
        let reader = CatalogReader(
            catalog: catalog,
            names: LocalizationNames(chosen, in: catalog)
        )
        let base: CatalogReader.Base =
            if isSame {
                .same
            } else if let stored, let catalog = try? StringCatalog(stored.bytes ?? []) {
                .values(
                    CatalogReader(
                        catalog: catalog,
                        names: LocalizationNames(stored.names, in: catalog)
                    ).values
                )
            } else {
                .unknown
            }
        batch = ImportBatch(
            file: options.file.name,
            into: try options.deckOrName(),
            noteCount: catalog.entries.count,
            update: options.update ?? .newer
        ) { _, body in
            try reader.read(base, body)
        }
        batch.storedFile = ImportFile(
            bytes: isSame ? nil : bytes,
            names: chosen,
            base: stored?.base
        )
        localizations = reader.names.all
    }
}
