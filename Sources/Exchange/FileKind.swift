internal import Compression
internal import Languages

/// A kind of file that can be imported or exported.
package enum FileKind: Hashable, Sendable {
    case stringCatalog
    /// Some decks, or a whole collection.
    case ankiPackage
    /// A table, or with `isList` perhaps a list written by hand.
    case text(isList: Bool)
    /// A library, or part of one, in Omena's own JSON.
    case library
    case places(PlaceFormat)
    /// Cards of an app that preceded Omena.
    case savedCards

    /// Tells by the name, or else by the first bytes; nil for unknown kinds.
    package init?(name: String, bytes: [UInt8]) {
        let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last
        switch ending?.lowercased() {
        case "xcstrings": self = .stringCatalog
        case "apkg", "colpkg": self = .ankiPackage
        case "csv", "tsv":
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

    package init(_ file: SourceFile) throws(ExchangeError) {
        guard let kind = FileKind(name: file.name, bytes: try file.start()) else {
            throw .unknownKind(file: file.name)
        }
        self = kind
    }

    /// The kinds that can be read.
    static var words: [Phrase] {
        [
            "Anki package (.apkg, .colpkg)", "Omena library (.json)",
            "text table or list (.csv, .tsv, .txt)",
            "string catalog (.xcstrings)", "places (.geojson, .gpx, .kml, .csv)",
        ]
    }

    /// Whether it is JSON that begins with Omena's format name.
    private static func isLibrary(_ start: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
        return text.hasPrefix(#"{"format":"omena""#)
    }

    /// Whether it is a JSON object with a source language or strings near its start.
    private static func isCatalog(_ start: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: start, as: UTF8.self)
        guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
            return false
        }
        return text.contains("\"sourceLanguage\"") || text.contains("\"strings\"")
    }
}
