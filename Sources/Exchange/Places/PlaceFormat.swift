/// A form in which maps hand each other places.
package enum PlaceFormat: String, CaseIterable, Sendable {
    /// GeoJSON (RFC 7946).
    case geoJSON = "geojson"
    /// Waypoints of the GPS Exchange Format.
    case gpx
    /// Placemarks of the Keyhole Markup Language.
    case kml
    /// A table with a column for each coordinate.
    case table = "csv"
    /// What the little app wrote that Omena grew from: a list of objects with latitude and longitude.
    case savedPlaces = "places.json"
}

extension PlaceFormat {
    /// Those that are written as well as read.
    package static let written: [PlaceFormat] = [.geoJSON, .gpx, .kml, .table]

    /// What the first bytes of a text look like; nil where that is none of these.
    init?(start bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
        case "<":
            if text.contains("<gpx") {
                self = .gpx
            } else if text.contains("<kml") {
                self = .kml
            } else {
                return nil
            }
        case "{":
            guard text.contains("\"Feature") || text.contains("\"coordinates\"") else {
                return nil
            }
            self = .geoJSON
        case "[":
            guard text.contains("\"latitude\""), text.contains("\"longitude\"") else { return nil }
            self = .savedPlaces
        default:
            guard PlaceTable.hasCoordinates(inHeaderOf: Array(bytes)) else { return nil }
            self = .table
        }
    }
}
