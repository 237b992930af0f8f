internal import Compression
package import Exchange
internal import FoundationEssentials
internal import Languages
package import LibraryValues
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

extension Library {
    /// Exports notes to a file of the kind that its name tells, whole or not at all.
    package func exportFile(
        to path: String,
        _ options: ExportOptions = ExportOptions(),
        progress: Watch = { _ in }
    ) throws(LibraryError) -> ExportReport {
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
    ) throws(LibraryError) -> ExportReport {
        guard case .deck(let deck) = options.scope else {
            throw .refused("Choose a deck to export.")
        }
        let file: ExportedFile =
            switch kind {
            case .stringCatalog: try exportCatalog(of: deck)
            case .places(let format) where PlaceFormat.written.contains(format):
                try exportPlaces(of: deck, as: format)
            default:
                throw LibraryError(.file(path, reason: "Omena can’t write files of this type"))
            }
        try translatingErrors { try DiskFile(path).write(file.bytes) }
        return ExportReport(notes: file.notes, bytes: file.bytes.count, leftOut: file.leftOut)
    }

    /// A table with Anki's header lines, with a comma between fields in `.csv`, and a tab elsewhere.
    private func exportText(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(LibraryError) -> ExportReport {
        var writer = TextWriter(separator: path.lowercased().hasSuffix(".csv") ? .comma : .tab)
        try exportNotes(
            options.scope,
            withCards: false,
            to: &writer,
            timeZoneOffset: options.timeZoneOffset,
            progress: progress
        )
        let bytes = writer.bytes()
        try translatingErrors { try DiskFile(path).replace(with: bytes) }
        return ExportReport(notes: writer.noteCount, bytes: bytes.count)
    }

    /// A package that every Anki since 2.1.28 reads.
    private func exportPackage(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(LibraryError) -> ExportReport {
        let file = DiskFile(path)
        return try write(
            file,
            replacesExisting: { try ZipArchive.isArchive(file.start(4)) },
            reason: "the existing file isn’t an Anki package; choose another file name"
        ) { unfinished in
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
            try writer.finish(packingInto: unfinished) { try exportMedia($0, to: $1) }
            return (writer.noteCount, writer.mediaNames.count)
        }
    }

    /// Omena's own JSON, with all that belongs to the notes.
    private func exportLibrary(
        to path: String,
        _ options: ExportOptions,
        progress: Watch
    ) throws(LibraryError) -> ExportReport {
        let file = DiskFile(path)
        return try write(
            file,
            replacesExisting: { try FileKind(.disk(file)) == .library },
            reason: "the existing file isn’t an Omena library; choose another file name"
        ) { unfinished in
            var writer = try JSONLibraryWriter(
                path: unfinished,
                isScheduled: options.isScheduled
            ) { try self.storedFile(of: $0) }
            try exportNotes(
                options.scope,
                to: &writer,
                timeZoneOffset: options.timeZoneOffset,
                progress: progress
            )
            try writer.finish { try exportMedia($0, to: $1) }
            return (writer.noteCount, writer.mediaCount)
        }
    }

    /// Writes a file beside, and renames it when it is complete.
    ///
    /// - Parameters:
    ///   - replacesExisting: Whether the existing file is of the same kind.
    ///   - reason: Why one of another kind is not replaced.
    private func write(
        _ file: DiskFile,
        replacesExisting: () throws -> Bool,
        reason: Phrase,
        _ body: (_ path: String) throws -> (notes: Int, media: Int)
    ) throws(LibraryError) -> ExportReport {
        try translatingErrors(ofFile: file.name) {
            if FileManager.default.fileExists(atPath: file.path), try !replacesExisting() {
                throw ExchangeError.file(file.path, reason: reason)
            }
            let unfinished = "\(file.path)-unfinished"
            try? FileManager.default.removeItem(atPath: unfinished)
            defer { try? FileManager.default.removeItem(atPath: unfinished) }
            let (notes, media) = try body(unfinished)
            try DiskFile(unfinished).rename(to: file.path)
            return ExportReport(notes: notes, media: media, bytes: try file.size)
        }
    }

    /// A deck as a string catalog: the one it came from, updated by its notes.
    package func exportCatalog(of deck: DeckName) throws(LibraryError) -> ExportedFile {
        guard let notes = try notes(of: NoteType.languages.id, in: deck) else {
            throw Self.noDeck(deck)
        }
        let stored = try storedFile(of: deck)
        return try translatingErrors {
            try ExportedFile(catalogOf: notes, in: deck, stored: stored)
        }
    }

    /// The places in a deck, and in those inside it.
    package func exportPlaces(
        of deck: DeckName,
        as format: PlaceFormat
    ) throws(LibraryError) -> ExportedFile {
        guard let notes = try placeNotes(in: deck) else { throw Self.noDeck(deck) }
        return ExportedFile(places: notes, as: format)
    }
}
