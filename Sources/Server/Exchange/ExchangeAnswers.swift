package import Exchange
internal import Languages
package import Library
internal import LibraryValues
package import Notes

/// The result of an import as JSON, for scripts.
package struct ImportAnswer: Codable, Sendable {
    /// The deck that all notes went into; nil where there were several.
    package let deck: String?
    package let added: Int
    package let updated: Int
    /// How many notes were the same already.
    package let same: Int
    /// How many notes stayed as they were because of the rule for updates.
    package let leftAlone: Int
    /// How many texts stayed as the learner had changed them.
    package let kept: Int
    /// Why parts of the file were left out: the first lines, and how many there are in all.
    package let leftOut: [String]
    package let leftOutCount: Int
    /// The change to undo; nil where nothing changed.
    package let change: ChangeID?
    /// The daily limits of all decks together that came with the file; nil where the library's stay.
    package let newLimit: Int?
    package let reviewLimit: Int?
    // Nil where the file is not a whole collection.
    package let cards: Int?
    package let reviews: Int?
    package let media: Int?
    package let decks: Int?

    init(_ report: ImportReport) {
        deck = report.deck?.text
        added = report.added
        updated = report.updated
        same = report.same
        leftAlone = report.leftAlone
        kept = report.conflicts
        leftOut = report.leftOut
        leftOutCount = report.leftOutCount
        change = report.change?.id
        newLimit = report.limits?.new
        reviewLimit = report.limits?.reviews
        let collection = report.isCollection ? report : nil
        cards = collection?.cards
        reviews = collection?.reviews
        media = collection?.media
        decks = collection?.newDecks.count
    }
}

/// The result of an export as JSON, for scripts.
package struct ExportAnswer: Codable, Sendable {
    package let file: String
    package let bytes: Int
    package let notes: Int
    /// Why notes were left out, one line each.
    package let leftOut: [String]
    /// Nil for a file that holds no pictures and sounds.
    package let media: Int?

    init(_ report: ExportReport, file: String) {
        self.file = file
        bytes = report.bytes
        notes = report.notes
        leftOut = report.leftOut
        media = report.media
    }
}

extension Library {
    /// Imports a file, or previews that.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func importFile(
        _ request: MaintenanceRequest,
        timeZoneOffset minutes: Int,
        opener: FileOpener,
        progress: Watch
    ) throws(LibraryError) -> ImportAnswer {
        guard let path = request.file else { throw .refused("Choose a file to import.") }
        let options = ImportOptions(
            file: .disk(DiskFile(path)),
            deck: try request.namedDeck(),
            names: request.names ?? [:],
            update: request.update,
            text: request.text?.options ?? TextOptions(),
            timeZoneOffset: minutes
        )
        return ImportAnswer(
            request.isTrial == true
                ? try previewImport(options, opener: opener, progress: progress).report
                : try importFile(options, by: nil, opener: opener, progress: progress)
        )
    }

    /// Exports to a file.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func exportFile(
        _ request: MaintenanceRequest,
        timeZoneOffset minutes: Int,
        progress: Watch
    ) throws(LibraryError) -> ExportAnswer {
        guard let path = request.file else { throw .refused("Choose a file to write to.") }
        let deck = try request.namedDeck()
        // A search without the mistaken part would find more than was asked for.
        if let mistake = request.search.map({ SearchQuery($0) })?.mistakes.first {
            throw .refused(mistake.message)
        }
        let options = ExportOptions(
            scope: request.search.map { .found($0) } ?? deck.map { .deck($0) } ?? .all,
            isScheduled: request.isUnscheduled != true,
            timeZoneOffset: minutes
        )
        return ExportAnswer(try exportFile(to: path, options, progress: progress), file: path)
    }
}

extension MaintenanceRequest {
    fileprivate func namedDeck() throws(LibraryError) -> DeckName? {
        guard let text = deck else { return nil }
        guard let name = DeckName(text) else { throw .refused(DeckName.flaw(of: text)) }
        return name
    }
}
