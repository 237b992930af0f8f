public import Languages
public import Library
public import Notes

/// A file that is to be imported.
public struct ImportOrder: Sendable {
    /// What the file is called, without its folder.
    public var name: String
    /// What is in it.
    public var bytes: [UInt8]
    /// The deck that it goes into; made where there is none.
    public var deck: DeckName
    /// Languages that the file has under other names.
    public var names: [String: String]

    /// Puts an order together.
    public init(name: String, bytes: [UInt8], deck: DeckName, names: [String: String] = [:]) {
        self.name = name
        self.bytes = bytes
        self.deck = deck
        self.names = names
    }
}

/// A file of what a deck holds.
public struct ExportedFile: Sendable {
    /// What is in it.
    public var bytes: [UInt8]
    /// How many notes it holds.
    public var notes: Int
    /// Notes that it does not hold, and why: one plain line each.
    public var leftOut: [String]
}

extension Library {
    /// What importing a file would do.
    public func previewImport(_ order: ImportOrder) throws(ExchangeError) -> ImportReport {
        let delivery = try delivery(order)
        return try exchanging { () throws(LibraryError) in
            try preview(delivery, into: order.deck)
        }
    }

    /// Imports a file, all of it or nothing.
    public func importFile(
        _ order: ImportOrder,
        by browser: BrowserNumber?
    ) throws(ExchangeError) -> ImportReport {
        let delivery = try delivery(order)
        return try exchanging { () throws(LibraryError) in
            try bring(delivery, into: order.deck, from: order.name, by: browser)
        }
    }

    /// A deck as a string catalog: the one that it came from, changed where its notes were.
    public func exportCatalog(of deck: DeckName) throws(ExchangeError) -> ExportedFile {
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
            names: LocalizationNames(found.1?.file.names ?? [:])
        )
        let (catalog, leftOut) = update.catalog(with: notes)
        return ExportedFile(
            bytes: file.bytes(with: catalog),
            notes: notes.count - leftOut.count,
            leftOut: leftOut
        )
    }

    /// The localizations of a catalog, as it names them, and the languages that they stand for unless told otherwise.
    public static func localizations(
        of order: ImportOrder
    ) throws(ExchangeError) -> [(name: String, language: LanguageTag?)] {
        let catalog = try catalog(order).catalog
        var names: Set<String> = []
        for entry in catalog.entries { names.formUnion(entry.localizations.map(\.name)) }
        let chosen = LocalizationNames(order.names)
        return names.sorted().map { ($0, chosen.language(of: $0)) }
    }

    private static func catalog(_ order: ImportOrder) throws(ExchangeError) -> StringCatalogFile {
        guard FileKind(name: order.name, bytes: order.bytes) != nil else {
            throw .unknownKind(file: order.name)
        }
        do {
            return try StringCatalogFile(order.bytes)
        } catch {
            throw .notACatalog(file: order.name, error)
        }
    }

    private func delivery(_ order: ImportOrder) throws(ExchangeError) -> Delivery {
        let file = try Self.catalog(order)
        let kept = try exchanging { () throws(LibraryError) in try keptFile(of: order.deck) }
        // What was said before holds until something else is said.
        let chosen = (kept?.file.names ?? [:]).merging(order.names) { $1 }
        for (name, language) in order.names where LanguageTag(language) == nil {
            throw .noSuchLanguage(
                "“\(language)”, which “\(name)” is to stand for, is no language tag."
            )
        }
        let names = LocalizationNames(chosen)
        let earlier = kept.flatMap { try? StringCatalog($0.bytes) }.map {
            CatalogReader.values(of: $0, LocalizationNames(kept?.file.names ?? [:]))
        }
        let read = CatalogReader(catalog: file.catalog, names: names, earlier: earlier).read()
        let isSame = kept.map { $0.bytes == order.bytes && $0.file.names == chosen } ?? false
        return Delivery(
            type: NoteType.languages.id,
            notes: read.notes,
            leftOut: read.leftOut,
            file: isSame ? nil : (order.bytes, chosen),
            earlier: kept?.file.id
        )
    }

    /// The language that most notes have, English before others.
    private static func source(of notes: [Note]) -> LanguageTag {
        var counts: [LanguageTag: Int] = [:]
        for language in notes.lazy.flatMap(\.languages) { counts[language, default: 0] += 1 }
        guard let most = counts.values.max(), counts[.english] != most else { return .english }
        return counts.filter { $0.value == most }.keys.min() ?? .english
    }

    private func exchanging<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(ExchangeError) -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            throw .library(error)
        }
    }
}
