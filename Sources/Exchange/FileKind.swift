internal import Compression
internal import Languages

/// A kind of file that notes come from and go into.
package enum FileKind: Hashable, Sendable {
    /// One of Apple's string catalogs.
    case stringCatalog
    /// A package of Anki's: some decks, or a whole collection.
    case ankiPackage
    /// A table as text, or with `isList` perhaps a list as people write them.
    case text(isList: Bool)
    /// A library, or part of one, as Omena's own JSON.
    case library
    /// Places as maps hand them to each other.
    case places(PlaceFormat)
    /// Cards of the little app beside the one that Omena grew from.
    case savedCards

    /// What a file is: its name says it, and where that says nothing its first bytes do.
    package init?(name: String, bytes: [UInt8]) {
        let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last
        switch ending?.lowercased() {
        case "xcstrings": self = .stringCatalog
        case "apkg", "colpkg": self = .ankiPackage
        case "csv", "tsv":
            // A table is one of places where its columns say so.
            let isOfPlaces = PlaceFormat(start: bytes.prefix(4_096)) == .table
            self = isOfPlaces ? .places(.table) : .text(isList: false)
        case "geojson": self = .places(.geoJSON)
        case "gpx": self = .places(.gpx)
        case "kml": self = .places(.kml)
        case "txt", "text": self = .text(isList: true)
        default:
            if ZipArchive.isArchive(bytes.prefix(4)) {
                self = .ankiPackage
                return
            }
            if Self.isLibrary(bytes.prefix(4_096))
                || ending?.lowercased() == "json" && bytes.isEmpty
            {
                self = .library
                return
            }
            if Self.isCatalog(bytes.prefix(4_096)) {
                self = .stringCatalog
            } else if SavedCards.isStart(bytes.prefix(4_096)) {
                self = .savedCards
            } else if let format = PlaceFormat(start: bytes.prefix(4_096)) {
                self = .places(format)
            } else {
                return nil
            }
        }
    }

    /// What a file is.
    package init(_ file: SourceFile) throws(ExchangeError) {
        guard let kind = FileKind(name: file.name, bytes: try file.start()) else {
            throw .unknownKind(file: file.name)
        }
        self = kind
    }

    /// What can be read, in words.
    static var words: [Phrase] {
        [
            "Anki package (.apkg, .colpkg)", "Omena library (.json)",
            "table or list as text (.csv, .tsv, .txt)",
            "string catalog (.xcstrings)", "places (.geojson, .gpx, .kml, .csv)",
        ]
    }

    /// Whether it brings decks of its own, and may be too large for memory.
    package var isCollection: Bool { self == .ankiPackage || self == .library }

    /// An object of JSON that says so itself, before anything else.
    private static func isLibrary(_ start: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
        return text.hasPrefix(#"{"format":"omena""#)
    }

    /// An object of JSON that names a source language near its start, or its texts.
    private static func isCatalog(_ start: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: start, as: UTF8.self)
        guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
            return false
        }
        return text.contains("\"sourceLanguage\"") || text.contains("\"strings\"")
    }
}
