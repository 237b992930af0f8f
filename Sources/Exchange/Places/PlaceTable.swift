internal import Languages
internal import Notes

/// The columns of a table of places, by their usual names.
struct PlaceTable {
    private enum Column {
        case id, name, description, latitude, longitude, both, tags
    }

    private static let names: [(Column, [String])] = [
        (.latitude, ["latitude", "lat", "breitengrad"]),
        (.longitude, ["longitude", "lon", "lng", "long", "längengrad"]),
        (
            .both,
            [
                "coordinates", "coordinate", "coords", "latlng", "latlon", "latitude,longitude",
            ]
        ),
        (.name, ["name", "title", "place", "label", "nom", "nimi", "titel"]),
        (.description, ["description", "desc", "notes", "note", "comment", "text"]),
        (.tags, ["tags", "tag", "category", "type"]),
        (.id, ["id", "guid", "key"]),
    ]

    private var columns: [Column: Int] = [:]

    /// Nil where there are no columns for coordinates.
    init?(header fields: [String]) {
        let keys = fields.map { $0.trimmed.lowercased().filter { $0 != " " && $0 != "_" } }
        for (column, names) in Self.names {
            // In the order of the names, so that `name` wins over `place`.
            columns[column] = names.lazy.compactMap { keys.firstIndex(of: $0) }.first
        }
        let isPair = columns[.latitude] != nil && columns[.longitude] != nil
        guard isPair || columns[.both] != nil else { return nil }
    }

    /// Whether the first line names columns of coordinates.
    static func hasCoordinates(inHeaderOf bytes: [UInt8]) -> Bool {
        guard let text = try? TextEncoding(guessedFrom: bytes).utf8(of: whole(bytes)),
            let separator = Separator(guessedFrom: text)
        else { return false }
        var records = DelimitedText(text, separator: separator)
        return records.next().flatMap { PlaceTable(header: $0.fields) } != nil
    }

    /// The bytes up to the last line end, because the sample may end within a character.
    private static func whole(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return bytes }
        let isWide = end + 1 < bytes.count && bytes[end + 1] == 0
        return Array(bytes[...(isWide ? end + 1 : end)])
    }

    func place(_ record: DelimitedText.Record) throws -> FilePlace {
        func text(_ column: Column) -> String {
            guard let place = columns[column], place < record.fields.count else { return "" }
            return record.fields[place].trimmed
        }
        return FilePlace(
            id: text(.id),
            name: text(.name),
            description: text(.description),
            place: try Self.point(
                text(.latitude),
                text(.longitude),
                text(.both),
                line: record.line
            ),
            tags: FilePlace.tags(text(.tags))
        )
    }

    private static func point(
        _ north: String,
        _ east: String,
        _ both: String,
        line: Int
    ) throws -> Place? {
        guard !(north + east + both).isEmpty else { return nil }
        if north.isEmpty, east.isEmpty {
            if let place = wellKnown(both) ?? Place(reading: both) { return place }
            throw PlaceFileError(
                line: line,
                reason: "“\(both.shortened)” isn’t a location on Earth"
            )
        }
        if let latitude = number(north), let longitude = number(east) {
            if let place = Place(latitude: latitude, wrapping: longitude) { return place }
        } else if let place = Place(reading: "\(north) ; \(east)") {
            return place
        }
        throw PlaceFileError(
            line: line,
            reason: "“\(north.shortened)”, “\(east.shortened)” isn’t a location on Earth"
        )
    }

    /// A number with a decimal point or comma.
    private static func number(_ text: String) -> Double? {
        Double(text) ?? Double(text.replacing(",", with: "."))
    }

    /// Well-known text: `POINT (24.94 60.17)`, with the longitude first.
    private static func wellKnown(_ text: String) -> Place? {
        guard text.lowercased().hasPrefix("point"), let start = text.firstIndex(of: "(") else {
            return nil
        }
        let numbers = text[start...].dropFirst().prefix { $0 != ")" }.split(separator: " ")
        guard numbers.count >= 2, let longitude = Double(numbers[0]),
            let latitude = Double(numbers[1])
        else { return nil }
        return Place(latitude: latitude, wrapping: longitude)
    }
}

extension PlaceFile {
    /// Reads a table whose first line names its columns.
    init(table text: [UInt8]) throws {
        self.init()
        guard let separator = Separator(guessedFrom: text) else {
            throw PlaceFileError(line: 1, reason: "this isn’t a table")
        }
        var records = DelimitedText(text, separator: separator)
        guard let header = records.next(), let table = PlaceTable(header: header.fields) else {
            throw PlaceFileError(
                line: 1,
                reason: "there are no columns named latitude and longitude"
            )
        }
        for record in records {
            try add(try table.place(record), line: record.line)
        }
    }
}
