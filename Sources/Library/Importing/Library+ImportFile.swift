package import Exchange
package import Languages
package import LibraryValues
internal import Notes

/// What importing a file would do, and how it was read.
package struct ImportPreview: Sendable {
    package var report: ImportReport
    /// The localizations of a string catalog by name, and the languages they are read as.
    package var localizations: [(name: String, language: LanguageTag?)] = []
    /// Nil for a file that is not a text.
    package var columns: TextColumns?
}

extension Library {
    /// - Parameter opener: What opens and reads the file.
    package func previewImport(
        _ options: ImportOptions,
        opener: FileOpener,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportPreview {
        let opened = try opened(options, by: opener)
        return ImportPreview(
            report: try previewImport(of: opened.batch, progress: progress),
            localizations: opened.localizations,
            columns: opened.columns
        )
    }

    /// Imports a file, all of it or nothing.
    ///
    /// - Parameter opener: What opens and reads the file.
    package func importFile(
        _ options: ImportOptions,
        by browser: BrowserNumber?,
        opener: FileOpener,
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ImportReport {
        let batch = try opened(options, by: opener).batch
        return try importNotes(of: batch, by: browser, progress: progress)
    }

    private func opened(
        _ options: ImportOptions,
        by opener: FileOpener
    ) throws(LibraryError) -> OpenedFile {
        if let deck = options.deck { try read { try Self.checkVisible(deck, with: $0) } }
        let context = try context(of: options)
        return try translatingErrors { try opener.open(options, context) }
    }

    /// What opening a file takes of this library.
    private func context(of options: ImportOptions) throws(LibraryError) -> FileContext {
        let kind = try translatingErrors { try options.kind() }
        var context = FileContext(kind: kind)
        switch kind {
        case .ankiPackage:
            context.rollover = try settings().rollover
            context.workFolder = try workFolder()
        case .text: context.types = try noteTypes().map(\.type)
        case .stringCatalog:
            let deck = try translatingErrors { try options.deckOrName() }
            let stored = try storedFile(of: deck)
            context.stored = stored.map {
                ImportFile(bytes: $0.bytes, names: $0.file.names, base: $0.file.id)
            }
        case .library, .places, .savedCards: break
        }
        return context
    }
}
