package import Languages
internal import Notes
internal import XML

/// What a file has of places, and what in it is none.
package struct PlaceFile: Hashable, Sendable {
    package var places: [FilePlace] = []
    /// What of the file becomes no place, and why: one plain line each.
    var leftOut: [Phrase] = []

    /// The most bytes that a file of places may have.
    static let largest = 128 << 20
    /// The most places.
    static let most = 200_000

    /// Reads a file, all of it or nothing.
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
            throw PlaceFileError(line: error.line, column: error.column, reason: error.reason)
        } catch let error as XMLError {
            throw PlaceFileError(
                line: error.line,
                column: error.column,
                reason: Phrase(verbatim: error.reason)
            )
        } catch let error as TextEncoding.EncodingError {
            throw PlaceFileError(line: error.line, reason: "this is no text in UTF-8 or UTF-16")
        } catch {
            preconditionFailure("A reader of places throws something else: \(error)")
        }
    }

    init() {}

    /// XML says itself in what it is written.
    private static func utf8(_ bytes: [UInt8], as format: PlaceFormat) throws -> [UInt8] {
        switch format {
        case .gpx, .kml: bytes
        case .geoJSON, .table, .savedPlaces:
            try TextEncoding(guessedFrom: bytes).utf8(of: bytes)
        }
    }

    /// Adds a place, unless it is none, or its texts are too long.
    mutating func add(_ place: FilePlace, line: Int) throws {
        guard place.place != nil || place.isNamed else {
            return leaveOut("Line \(line) has no name and lies nowhere.")
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

    /// Notes what becomes no place, and why.
    mutating func leaveOut(_ line: Phrase) { leftOut.append(line) }
}

/// Why a file cannot be read as one of places, and where.
package struct PlaceFileError: Error, Hashable, Sendable {
    /// From 1.
    package var line: Int
    /// From 1; nil where the whole line is meant.
    package var column: Int?
    /// What is wrong, in a few words without a capital.
    package var reason: Phrase

    init(line: Int, column: Int? = nil, reason: Phrase) {
        self.line = line
        self.column = column
        self.reason = reason
    }
}

extension PlaceFileError: CustomStringConvertible {
    /// The words as a text.
    package var description: String { words.description }

    /// One plain line that says where and why.
    package var words: Phrase {
        if let column {
            "Line \(line), column \(column): \(reason)."
        } else {
            "Line \(line): \(reason)."
        }
    }
}
