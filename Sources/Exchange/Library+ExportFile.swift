internal import FoundationEssentials
internal import Compression
internal import Glibc
internal import Languages
package import Library
package import Notes

package struct ExportOptions: Sendable {
    package var scope: ExportScope
    /// Whether schedules and review logs are included.
    package var isScheduled: Bool
    /// How far clocks here are ahead of UTC, in minutes.
    package var timeZoneOffset: Int

    package init(
        scope: ExportScope = .all,
        isScheduled: Bool = true,
        timeZoneOffset: Int = LocalTime.offset
    ) {
        self.scope = scope
        self.isScheduled = isScheduled
        self.timeZoneOffset = timeZoneOffset
    }
}

package struct ExportReport: Sendable {
    package var notes: Int
    /// Nil for a file that holds no pictures and sounds.
    package var media: Int?
    package var bytes: Int
    /// Why notes were left out, one line each.
    package var leftOut: [String] = []
}

/// The content of a file for one deck.
package struct ExportedFile: Sendable {
    package var bytes: [UInt8]
    package var notes: Int
    /// Why notes were left out, one line each.
    package var leftOut: [String]
}

extension Library {
    /// Exports notes to a file of the kind that its name tells, whole or not at all.
    package func exportFile(
        to path: String,
        _ options: ExportOptions = ExportOptions(),
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> ExportReport {
        switch FileKind(name: path, bytes: []) {
        case .text: try exportText(to: path, options, progress: progress)
        case .library: try exportLibrary(to: path, options, progress: progress)
        case .ankiPackage: try exportPackage(to: path, options, progress: progress)
        case let kind: try exportDeck(to: path, kind, options)
        }
    }

    private func exportDeck(
        to path: String,
        _ kind: FileKind?,
        _ options: ExportOptions
    ) throws(ExchangeError) -> ExportReport {
        guard case .deck(let deck) = options.scope else {
            throw .library(.refused("Choose a deck to export."))
        }
        let file: ExportedFile =
            switch kind {
            case .stringCatalog: try exportCatalog(of: deck)
            case .places(let format) where PlaceFormat.written.contains(format):
                try exportPlaces(of: deck, as: format)
            default: throw .file(path, reason: "Omena can’t write files of this type")
            }
        try DiskFile(path).write(file.bytes)
        return ExportReport(notes: file.notes, bytes: file.bytes.count, leftOut: file.leftOut)
    }

    /// A table with Anki's header lines, with a comma between fields in `.csv`, and a tab elsewhere.
    private func exportText(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(ExchangeError) -> ExportReport {
        var writer = TextWriter(separator: path.lowercased().hasSuffix(".csv") ? .comma : .tab)
        try exchanging { () throws(LibraryError) in
            try exportNotes(
                options.scope,
                withCards: false,
                to: &writer,
                timeZoneOffset: options.timeZoneOffset,
                progress: progress
            )
        }
        let bytes = writer.bytes()
        try DiskFile(path).replace(with: bytes)
        return ExportReport(notes: writer.noteCount, bytes: bytes.count)
    }

    /// A package that every Anki since 2.1.28 reads.
    private func exportPackage(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(ExchangeError) -> ExportReport {
        let file = DiskFile(path)
        if FileManager.default.fileExists(atPath: path),
            try !ZipArchive.isArchive(file.start(4))
        {
            throw .file(
                path,
                reason: "the existing file isn’t an Anki package; choose another file name"
            )
        }
        return try write(file) { path in
            var writer = try AnkiWriter(
                in: try WorkFolder(in: workFolder()),
                isScheduled: options.isScheduled,
                at: moment.milliseconds,
                offset: options.timeZoneOffset,
                rollover: try settings().rollover
            )
            try exportNotes(
                options.scope,
                to: &writer,
                timeZoneOffset: options.timeZoneOffset,
                progress: progress
            )
            try writer.finish(packingInto: path) { try exportMedia($0, to: $1) }
            return (writer.noteCount, writer.mediaNames.count)
        }
    }

    /// Omena's own JSON, with all that belongs to the notes.
    private func exportLibrary(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(ExchangeError) -> ExportReport {
        let file = DiskFile(path)
        if FileManager.default.fileExists(atPath: path), try FileKind(.disk(file)) != .library {
            throw .file(
                path,
                reason: "the existing file isn’t an Omena library; choose another file name"
            )
        }
        return try write(file) { path in
            guard let output = fopen(path, "wb") else { throw JSONLibraryWriter.WriteError() }
            var writer = JSONLibraryWriter(output, isScheduled: options.isScheduled) {
                try self.storedFile(of: $0)
            }
            do {
                try exportNotes(
                    options.scope,
                    to: &writer,
                    timeZoneOffset: options.timeZoneOffset,
                    progress: progress
                )
                try writer.finish { try exportMedia($0, to: $1) }
            } catch {
                fclose(output)
                throw error
            }
            guard fclose(output) == 0 else { throw JSONLibraryWriter.WriteError() }
            return (writer.noteCount, writer.mediaCount)
        }
    }

    /// Writes a file beside, and renames it when it is complete.
    private func write(
        _ file: DiskFile,
        _ body: (_ path: String) throws -> (notes: Int, media: Int)
    ) throws(ExchangeError) -> ExportReport {
        let unfinished = "\(file.path)-unfinished"
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        do {
            try? FileManager.default.removeItem(atPath: unfinished)
            let (notes, media) = try body(unfinished)
            try DiskFile(unfinished).rename(to: file.path)
            return ExportReport(notes: notes, media: media, bytes: try file.size)
        } catch is JSONLibraryWriter.WriteError {
            throw .file(file.name, reason: "the file can’t be written")
        } catch {
            throw ExchangeError.package(file.name, error)
        }
    }

    /// A deck as a string catalog: the one it came from, updated by its notes.
    package func exportCatalog(of deck: DeckName) throws(ExchangeError) -> ExportedFile {
        let (found, stored) = try exchanging { () throws(LibraryError) in
            (try notes(of: NoteType.languages.id, in: deck), try storedFile(of: deck))
        }
        guard let notes = found else { throw .noDeck(deck.text) }
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
        return ExportedFile(
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

    /// The places in a deck, and in those inside it.
    package func exportPlaces(
        of deck: DeckName,
        as format: PlaceFormat
    ) throws(ExchangeError) -> ExportedFile {
        let found = try exchanging { () throws(LibraryError) in try placeNotes(in: deck) }
        guard let notes = found else { throw .noDeck(deck.text) }
        var file = PlaceFile()
        file.places = notes.map { FilePlace($0) }
        let (bytes, leftOut) = file.written(as: format)
        return ExportedFile(bytes: bytes, notes: notes.count - leftOut.count, leftOut: leftOut)
    }
}
