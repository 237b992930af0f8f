package import Languages
package import Library
package import Notes

/// A file of what a deck holds.
package struct ExportedFile: Sendable {
    /// What is in it.
    package var bytes: [UInt8]
    /// How many notes it holds.
    package var notes: Int
    /// Notes that it does not hold, and why: one plain line each.
    package var leftOut: [String]
}

extension Library {
    /// What importing a file would do.
    package func previewImport(
        _ order: ImportOptions,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportReport {
        try previewText(order, progress: progress).report
    }

    /// The same, and how a text is read; without columns for a file that is none.
    package func previewText(
        _ order: ImportOptions,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> (report: ImportReport, columns: TextColumns?) {
        let opened = try delivery(order)
        let report = try exchanging { () throws(LibraryError) in
            try preview(opened.delivery, progress: progress)
        }
        return (report, opened.columns)
    }

    /// Imports a file, all of it or nothing.
    package func importFile(
        _ order: ImportOptions,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportReport {
        let (delivery, _) = try delivery(order)
        return try exchanging { () throws(LibraryError) in
            try bring(delivery, from: order.file.name, by: browser, progress: progress)
        }
    }

    /// A deck as a file of the kind that its name says.
    package func exportFile(
        of deck: DeckName,
        named name: String
    ) throws(ExchangeError) -> ExportedFile {
        switch FileKind(name: name, bytes: []) {
        case .stringCatalog: return try exportCatalog(of: deck)
        case .places(let format) where PlaceFormat.written.contains(format):
            return try exportPlaces(of: deck, as: format)
        case .text(isList: false): return try exportPlaces(of: deck, as: .table)
        default: throw .file(name, reason: "no such file is written here")
        }
    }

    /// A deck as a string catalog: the one that it came from, changed where its notes were.
    package func exportCatalog(of deck: DeckName) throws(ExchangeError) -> ExportedFile {
        let found = try exchanging { () throws(LibraryError) in
            (try notes(of: NoteType.languages.id, in: deck), try keptFile(of: deck))
        }
        guard let notes = found.0 else { throw .noDeck(deck.text) }
        let file: StringCatalogFile
        do {
            file =
                try found.1.map { kept throws(StringCatalogError) in
                    try StringCatalogFile(kept.bytes)
                } ?? StringCatalogFile(sourceLanguage: Self.source(of: notes))
        } catch {
            throw .notACatalog(file: deck.text, error)
        }
        let update = CatalogUpdate(
            original: file.catalog,
            names: LocalizationNames(found.1?.file.names ?? [:], in: file.catalog)
        )
        let (catalog, leftOut) = update.catalog(with: notes)
        return ExportedFile(
            bytes: file.bytes(with: catalog),
            notes: notes.count - leftOut.count,
            leftOut: leftOut
        )
    }

    /// The localizations of a catalog, as it names them, and the languages that they stand for unless told otherwise.
    package static func localizations(
        of order: ImportOptions
    ) throws(ExchangeError) -> [(name: String, language: LanguageTag?)] {
        guard try FileKind(order.file) == .stringCatalog else { return [] }
        let bytes = try order.file.read(atMost: StringCatalog.Limits.bytes)
        let catalog = try catalog(of: bytes, named: order.file.name).catalog
        return LocalizationNames(order.names, in: catalog).all
    }

    private static func catalog(
        of bytes: [UInt8],
        named name: String
    ) throws(ExchangeError) -> StringCatalogFile {
        do {
            return try StringCatalogFile(bytes)
        } catch {
            throw .notACatalog(file: name, error)
        }
    }

    /// What a file brings, whatever it is, and how it is read if it is a text.
    private func delivery(
        _ order: ImportOptions
    ) throws(ExchangeError) -> (delivery: Delivery, columns: TextColumns?) {
        switch try FileKind(order.file) {
        case .stringCatalog: return (try catalogDelivery(order), nil)
        // It brings decks of its own; `importPackage` takes it.
        case .ankiPackage, .library: throw .unknownKind(file: order.file.name)
        case .text(let isList): return try textDelivery(order, isList: isList)
        case .places(let format): return (try placeDelivery(order, as: format), nil)
        case .savedCards: return (try savedCardDelivery(order), nil)
        }
    }

    private func catalogDelivery(_ order: ImportOptions) throws(ExchangeError) -> Delivery {
        let bytes = try order.file.read(atMost: StringCatalog.Limits.bytes)
        let file = try Self.catalog(of: bytes, named: order.file.name)
        let deck = try order.deckOrName()
        let kept = try exchanging { () throws(LibraryError) in try keptFile(of: deck) }
        // What was said before holds until something else is said.
        let chosen = (kept?.file.names ?? [:]).merging(order.names) { $1 }
        for (name, language) in order.names where LanguageTag(language) == nil {
            throw .noSuchLanguage(
                "“\(language)”, which “\(name)” is to stand for, is no language tag."
            )
        }
        let isSame = kept.map { $0.bytes == bytes && $0.file.names == chosen } ?? false
        let reader = CatalogReader(
            catalog: file.catalog,
            names: LocalizationNames(chosen, in: file.catalog)
        )
        let earlier: CatalogReader.Earlier =
            if isSame {
                .same
            } else if let kept, let catalog = try? StringCatalog(kept.bytes) {
                .values(
                    CatalogReader(
                        catalog: catalog,
                        names: LocalizationNames(kept.file.names, in: catalog)
                    ).values
                )
            } else {
                .unknown
            }
        var delivery = Delivery(
            into: deck,
            count: file.catalog.entries.count,
            update: order.update ?? .newer
        ) { hand in
            try reader.read(earlier, hand)
        }
        delivery.file = DeliveredFile(
            bytes: isSame ? nil : bytes,
            names: chosen,
            earlier: kept?.file.id
        )
        return delivery
    }

    /// The language that most notes have, English before others.
    private static func source(of notes: [Note]) -> LanguageTag {
        var counts: [LanguageTag: Int] = [:]
        for language in notes.lazy.flatMap(\.languages) { counts[language, default: 0] += 1 }
        guard let most = counts.values.max(), counts[.english] != most else { return .english }
        return counts.filter { $0.value == most }.keys.min() ?? .english
    }
}
