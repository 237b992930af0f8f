package enum PlaceFormat: String, CaseIterable, Sendable {
    /// GeoJSON (RFC 7946).
    case geoJSON = "geojson"
    /// Waypoints of the GPS Exchange Format.
    case gpx
    /// Placemarks of the Keyhole Markup Language.
    case kml
    /// A table with columns for coordinates.
    case table = "csv"
    /// Written by an app that preceded Omena: a list of objects with latitude and longitude.
    case savedPlaces = "places.json"
}

extension PlaceFormat {
    package static let written: [PlaceFormat] = [.geoJSON, .gpx, .kml, .table]

    /// Tells by the first bytes; nil for anything else.
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
