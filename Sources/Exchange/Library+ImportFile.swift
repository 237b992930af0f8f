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
    /// - Parameter opener: What opens and reads the file.
    package func previewImport(
        _ options: ImportOptions,
        opener: FileOpener,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportPreview {
        let opened = try opener.open(options, try context(of: options))
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
    ///
    /// - Parameter opener: What opens and reads the file.
    package func importFile(
        _ options: ImportOptions,
        by browser: BrowserNumber?,
        opener: FileOpener,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ImportReport {
        let batch = try opener.open(options, try context(of: options)).batch
        return try exchanging { () throws(LibraryError) in
            try importNotes(of: batch, by: browser, progress: progress)
        }
    }

    /// What opening a file takes of this library.
    private func context(of options: ImportOptions) throws(ExchangeError) -> FileContext {
        if try options.file.start().isEmpty { throw .emptyFile(options.file.name) }
        let kind = try FileKind(options.file)
        var context = FileContext(kind: kind)
        switch kind {
        case .ankiPackage:
            context.rollover = try exchanging { () throws(LibraryError) in try settings().rollover }
            context.workFolder = try exchanging { () throws(LibraryError) in try workFolder() }
        case .text:
            context.types = try exchanging { () throws(LibraryError) in
                try noteTypes().map(\.type)
            }
        case .stringCatalog:
            let deck = try options.deckOrName()
            let stored = try exchanging { () throws(LibraryError) in try storedFile(of: deck) }
            context.stored = stored.map {
                ImportFile(bytes: $0.bytes, names: $0.file.names, base: $0.file.id)
            }
        case .library, .places, .savedCards: break
        }
        return context
    }
}
