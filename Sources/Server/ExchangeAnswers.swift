import Exchange
internal import Languages
public import Library
public import Notes

/// What the other commands say with their wish about the whole of a library.
public struct UpkeepOrder: Codable, Sendable {
    /// The file that it is about.
    public var file: String?
    /// The deck that is imported into or exported.
    public var deck: String?
    /// Languages that the file has under other names.
    public var names: [String: String]?
    /// Whether nothing is to be done, only told.
    public var isTrial: Bool?

    /// Says what is wished.
    public init(
        file: String? = nil,
        deck: String? = nil,
        names: [String: String]? = nil,
        isTrial: Bool? = nil
    ) {
        self.file = file
        self.deck = deck
        self.names = names
        self.isTrial = isTrial
    }
}

/// What came of an import, for scripts.
public struct ImportAnswer: Codable, Sendable {
    /// The deck that it went into.
    public let deck: String
    /// How many notes were added.
    public let added: Int
    /// How many that were there were changed.
    public let updated: Int
    /// How many were as the file has them already.
    public let same: Int
    /// How many texts stayed as the learner had changed them.
    public let kept: Int
    /// What became no note, or not all of one, and why.
    public let leftOut: [String]
    /// Names the change, to be taken back; nil where nothing was different.
    public let change: ChangeID?

    /// Tells of an import.
    public init(_ report: ImportReport) {
        deck = report.deck.text
        added = report.added
        updated = report.updated
        same = report.same
        kept = report.kept
        leftOut = report.leftOut
        change = report.change?.id
    }

    /// Imports a file, or tells what that would do.
    public init(_ library: Library, _ order: UpkeepOrder) throws(LibraryError) {
        guard let path = order.file, let text = order.deck, let deck = DeckName(text) else {
            throw .refused("Say which file goes into which deck.")
        }
        let file = DiskFile(path)
        do throws(ExchangeError) {
            let wish = ImportOrder(
                name: file.name,
                bytes: try file.read(),
                deck: deck,
                names: order.names ?? [:]
            )
            self.init(
                order.isTrial == true
                    ? try library.previewImport(wish) : try library.importFile(wish, by: nil)
            )
        } catch {
            throw LibraryError(error)
        }
    }
}

/// What came of an export, for scripts.
public struct ExportAnswer: Codable, Sendable {
    /// Where it lies.
    public let file: String
    /// How many bytes it has.
    public let bytes: Int
    /// How many notes it holds.
    public let notes: Int
    /// Notes that it does not hold, and why.
    public let leftOut: [String]

    /// Writes a deck into a file.
    public init(_ library: Library, _ order: UpkeepOrder) throws(LibraryError) {
        guard let path = order.file, let text = order.deck, let deck = DeckName(text) else {
            throw .refused("Say which deck goes into which file.")
        }
        do throws(ExchangeError) {
            let exported = try library.exportCatalog(of: deck)
            try DiskFile(path).write(exported.bytes)
            file = path
            bytes = exported.bytes.count
            notes = exported.notes
            leftOut = exported.leftOut
        } catch {
            throw LibraryError(error)
        }
    }
}

extension LibraryError {
    /// What an exchange that failed says of it.
    init(_ error: ExchangeError) {
        self = if case .library(let error) = error { error } else { .refused(error.words) }
    }
}
