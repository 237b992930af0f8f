internal import JSON
package import Languages
internal import Notes
internal import XML

package struct PlaceFile: Hashable, Sendable {
    package var places: [FilePlace] = []
    /// Why parts of the file were left out, one line each.
    var leftOut: [Phrase] = []

    /// In bytes.
    static let largest = 128 << 20
    static let most = 200_000

    /// Reads a whole file, or throws.
    package init(_ bytes: [UInt8], as format: PlaceFormat) throws(PlaceFileError) {
        do {
            let bytes = try Self.utf8(bytes, as: format)
            switch format {
            case .geoJSON: try self.init(geoJSON: bytes)
            case .gpx: try self.init(gpx: bytes)
            case .kml: try self.init(kml: bytes)
            case .table: try self.init(table: bytes)
            case .savedPlaces: try self.init(savedPlaces: bytes)
            }
        } catch let error as PlaceFileError {
            throw error
        } catch let error as JSONError {
            throw PlaceFileError(line: error.line, column: error.column, reason: error.phrase)
        } catch let error as XMLError {
            throw PlaceFileError(
                line: error.line,
                column: error.column,
                reason: Phrase(verbatim: error.reason)
            )
        } catch let error as TextEncoding.EncodingError {
            throw PlaceFileError(line: error.line, reason: "this isn’t UTF-8 or UTF-16 text")
        } catch {
            preconditionFailure("A reader of places throws something else: \(error)")
        }
    }

    init() {}

    /// XML declares its own encoding.
    private static func utf8(_ bytes: [UInt8], as format: PlaceFormat) throws -> [UInt8] {
        switch format {
        case .gpx, .kml: bytes
        case .geoJSON, .table, .savedPlaces:
            try TextEncoding(guessedFrom: bytes).utf8(of: bytes)
        }
    }

    /// Adds a place, unless it is empty or too long.
    mutating func add(_ place: FilePlace, line: Int) throws {
        guard place.place != nil || place.isNamed else {
            return leaveOut("Line \(line) has no name and no location.")
        }
        guard places.count < Self.most else {
            throw PlaceFileError(line: line, reason: "there are more than \(Self.most) places")
        }
        let longest = max(place.name.utf8.count, place.description.utf8.count)
        guard longest <= NoteDraft.longestText, place.id?.utf8.count ?? 0 <= 1_000 else {
            leaveOut("“\(place.name.shortened)” is too long.")
            return
        }
        places.append(place)
    }

    mutating func leaveOut(_ line: Phrase) { leftOut.append(line) }
}

/// Why a file of places cannot be read, and where.
package struct PlaceFileError: Error, Hashable, Sendable {
    /// From 1.
    package var line: Int
    /// From 1; nil for the whole line.
    package var column: Int?
    /// A phrase that begins in lower case.
    package var reason: Phrase
}

extension PlaceFileError: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        if let column {
            "Line \(line), column \(column): \(reason)."
        } else {
            "Line \(line): \(reason)."
        }
    }
}
