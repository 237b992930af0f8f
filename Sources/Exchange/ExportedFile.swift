internal import Languages
package import Notes

/// The content of a file for one deck.
package struct ExportedFile: Sendable {
    package let bytes: [UInt8]
    package let notes: Int
    /// Why notes were left out, one line each.
    package let leftOut: [String]
}

extension ExportedFile {
    /// A string catalog: the one that a deck came from, updated by the deck's notes.
    ///
    /// - Parameter stored: What the deck came from; nil if it came from no file.
    package init(
        catalogOf notes: [Note],
        in deck: DeckName,
        stored: (file: ImportedFile, bytes: [UInt8])?
    ) throws(ExchangeError) {
        let file: StringCatalogFile
        do {
            file =
                try stored.map { stored throws(StringCatalogError) in
                    try StringCatalogFile(stored.bytes)
                } ?? StringCatalogFile(sourceLanguage: Self.source(of: notes))
        } catch {
            throw .notACatalog(file: deck.text, error)
        }
        let update = CatalogUpdate(
            original: file.catalog,
            names: LocalizationNames(stored?.file.names ?? [:], in: file.catalog)
        )
        let (catalog, leftOut) = update.catalog(with: notes)
        self.init(
            bytes: file.bytes(with: catalog),
            notes: notes.count - leftOut.count,
            leftOut: leftOut
        )
    }

    /// The language that most notes have, English before others.
    private static func source(of notes: [Note]) -> LanguageTag {
        var counts: [LanguageTag: Int] = [:]
        for language in notes.lazy.flatMap(\.languages) { counts[language, default: 0] += 1 }
        guard let most = counts.values.max(), counts[.english] != most else { return .english }
        return counts.filter { $0.value == most }.keys.min() ?? .english
    }

    package init(places notes: [Note], as format: PlaceFormat) {
        var file = PlaceFile()
        file.places = notes.map { FilePlace($0) }
        let (bytes, leftOut) = file.written(as: format)
        self.init(bytes: bytes, notes: notes.count - leftOut.count, leftOut: leftOut)
    }
}
