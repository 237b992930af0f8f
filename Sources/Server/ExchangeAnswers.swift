import Exchange
import Languages
package import Library
package import Notes

/// What came of an import, for scripts.
package struct ImportAnswer: Codable, Sendable {
    /// The deck that all of it went into; nil where that was more than one.
    package let deck: String?
    /// How many notes were added.
    package let added: Int
    /// How many that were there were changed.
    package let updated: Int
    /// How many were as the file has them already.
    package let same: Int
    /// How many stayed as they are because of the rule for updates.
    package let leftAlone: Int
    /// How many texts stayed as the learner had changed them.
    package let kept: Int
    /// What became no note, or not all of one, and why; the first of them.
    package let leftOut: [String]
    /// How many such lines there were in all.
    package let leftOutCount: Int
    /// Names the change, to be taken back; nil where nothing was different.
    package let change: ChangeID?
    /// How many cards came with the notes that were added; nil where a file has none of its own.
    package var cards: Int?
    /// How many entries were added to the log; nil where a file has none.
    package var reviews: Int?
    /// How many pictures and sounds came with it; nil where a file has none.
    package var media: Int?
    /// How many decks were made; nil where it went into one.
    package var decks: Int?

    /// Tells of a whole collection.
    package init(_ report: CollectionReport) {
        deck = nil
        added = report.added
        updated = report.updated
        same = report.same
        leftAlone = report.leftAlone
        kept = 0
        leftOut = report.leftOut
        leftOutCount = report.leftOutCount
        change = report.change?.id
        cards = report.cards
        reviews = report.reviews
        media = report.media
        decks = report.decks
    }

    /// Tells of an import.
    package init(_ report: ImportReport) {
        deck = report.deck?.text
        added = report.added
        updated = report.updated
        same = report.same
        leftAlone = report.leftAlone
        kept = report.kept
        leftOut = report.leftOut
        leftOutCount = report.leftOutCount
        change = report.change?.id
    }

    /// Imports a file, or tells what that would do.
    package init(
        _ library: Library,
        _ order: MaintenanceRequest,
        progress: Library.Watch
    ) throws(LibraryError) {
        guard let path = order.file else { throw .refused("Say which file is to be imported.") }
        let wish = ImportOptions(
            file: .disk(DiskFile(path)),
            deck: try order.namedDeck(),
            names: order.names ?? [:],
            update: order.update,
            text: order.text?.wish ?? TextOptions()
        )
        do throws(ExchangeError) {
            guard try !FileKind(wish.file).isCollection else {
                let collection = CollectionOrder(
                    file: wish.file.name,
                    deck: wish.deck,
                    update: wish.update ?? .newer,
                    offset: LocalTime.offset
                )
                self.init(
                    order.isTrial == true
                        ? try library.previewPackage(at: path, collection, progress: progress)
                        : try library.importPackage(
                            at: path,
                            collection,
                            by: nil,
                            progress: progress
                        )
                )
                return
            }
            self.init(
                order.isTrial == true
                    ? try library.previewImport(wish, progress: progress)
                    : try library.importFile(wish, by: nil, progress: progress)
            )
        } catch {
            throw LibraryError(error)
        }
    }
}

/// What came of an export, for scripts.
package struct ExportAnswer: Codable, Sendable {
    /// Where it lies.
    package let file: String
    /// How many bytes it has.
    package let bytes: Int
    /// How many notes it holds.
    package let notes: Int
    /// Notes that it does not hold, and why.
    package let leftOut: [String]

    /// How many pictures and sounds; nil where a file has none.
    package var media: Int?

    /// Writes notes into a file.
    package init(
        _ library: Library,
        _ order: MaintenanceRequest,
        progress: Library.Watch
    ) throws(LibraryError) {
        guard let path = order.file else { throw .refused("Say which file is to be written.") }
        let deck = try order.namedDeck()
        // What is left out of a search would find more than was asked for.
        if let mistake = order.search.map({ SearchQuery($0) })?.mistakes.first {
            throw .refused(mistake.message)
        }
        let part: ExportScope = order.search.map { .found($0) } ?? deck.map { .deck($0) } ?? .all
        file = path
        do throws(ExchangeError) {
            switch FileKind(name: path, bytes: []) {
            case .text:
                let exported = try library.exportText(
                    part,
                    separator: path.lowercased().hasSuffix(".csv") ? .comma : .tab,
                    timeZoneOffset: LocalTime.offset,
                    progress: progress
                )
                try DiskFile(path).replace(with: exported.bytes)
                bytes = exported.bytes.count
                notes = exported.notes
                leftOut = []
            case let kind? where kind.isCollection:
                let wish = PackageWish(
                    part: part,
                    isScheduled: order.isUnscheduled != true,
                    offset: LocalTime.offset
                )
                let written =
                    kind == .library
                    ? try library.exportLibrary(to: path, wish, progress: progress)
                    : try library.exportPackage(to: path, wish, progress: progress)
                bytes = written.bytes
                notes = written.notes
                media = written.media
                leftOut = []
            default:
                guard let deck else { throw .library(.refused("Say which deck is exported.")) }
                let exported = try library.exportFile(of: deck, named: path)
                try DiskFile(path).write(exported.bytes)
                bytes = exported.bytes.count
                notes = exported.notes
                leftOut = exported.leftOut
            }
        } catch {
            throw LibraryError(error)
        }
    }
}

extension MaintenanceRequest {
    /// The deck that it names, if it names one.
    fileprivate func namedDeck() throws(LibraryError) -> DeckName? {
        guard let text = deck else { return nil }
        guard let name = DeckName(text) else {
            throw .refused("“\(text)” cannot be the name of a deck.")
        }
        return name
    }
}
