internal import JSON
internal import Languages
internal import Notes
internal import Recall

extension PlaceFile {
    /// A file with the places, and why some were left out.
    package func written(as format: PlaceFormat) -> (bytes: [UInt8], leftOut: [String]) {
        switch format {
        case .geoJSON: return (geoJSON, [])
        case .kml: return (kml, [])
        case .table: return (table, [])
        case .gpx:
            let nowhere = places.filter { $0.place == nil }
            return (gpx, nowhere.map { say("“\($0.name.shortened)” has no location yet.") })
        case .savedPlaces: preconditionFailure("This format is only read")
        }
    }

    private var geoJSON: [UInt8] {
        let features = places.map { place -> JSONValue in
            var properties: [String: JSONValue] = ["name": .string(place.name)]
            if !place.description.isEmpty {
                properties["description"] = .string(place.description)
            }
            if !place.tags.isEmpty {
                properties["tags"] = .list(place.tags.map { .string($0.text) })
            }
            let geometry: JSONValue? = place.place.map {
                .object([
                    "type": "Point",
                    "coordinates": .list([.number($0.longitude), .number($0.latitude)]),
                ])
            }
            var feature: [String: JSONValue] = [
                "type": "Feature", "properties": .object(properties), "geometry": geometry ?? .null,
            ]
            feature["id"] = place.id.map { .string($0) }
            return .object(feature)
        }
        let root: JSONValue = ["type": "FeatureCollection", "features": .list(features)]
        return JSONCoding.bytes(of: root, isIndented: true) + [UInt8(ascii: "\n")]
    }

    private var gpx: [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Omena" xmlns="http://www.topografix.com/GPX/1/1">

            """
        for place in places {
            guard let point = place.place else { continue }
            text += "  <wpt lat=\"\(point.latitude.decimal)\" lon=\"\(point.longitude.decimal)\">\n"
            text += "    <name>\(place.name.inXML)</name>\n"
            if !place.description.isEmpty {
                text += "    <desc>\(place.description.inXML)</desc>\n"
            }
            if !place.tags.isEmpty { text += "    <type>\(place.tagLine.inXML)</type>\n" }
            if let id = place.id {
                text += "    <extensions><id xmlns=\"urn:omena\">\(id.inXML)</id></extensions>\n"
            }
            text += "  </wpt>\n"
        }
        return Array((text + "</gpx>\n").utf8)
    }

    private var kml: [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2">
            <Document>

            """
        for place in places {
            text += "  <Placemark>\n    <name>\(place.name.inXML)</name>\n"
            if !place.description.isEmpty {
                // It is shown as HTML.
                let markup = place.description.inXML.replacing("\n", with: "<br>")
                text += "    <description>\(markup.inXML)</description>\n"
            }
            let data = [("id", place.id), ("tags", place.tags.isEmpty ? nil : place.tagLine)]
                .compactMap { name, value in value.map { (name, $0) } }
            if !data.isEmpty {
                text += "    <ExtendedData>\n"
                for (name, value) in data {
                    text += "      <Data name=\"\(name)\"><value>\(value.inXML)</value></Data>\n"
                }
                text += "    </ExtendedData>\n"
            }
            if let point = place.place {
                let coordinates = "\(point.longitude.decimal),\(point.latitude.decimal)"
                text += "    <Point><coordinates>\(coordinates)</coordinates></Point>\n"
            }
            text += "  </Placemark>\n"
        }
        return Array((text + "</Document>\n</kml>\n").utf8)
    }

    private var table: [UInt8] {
        var writer = DelimitedWriter(separator: .comma)
        writer.write(["name", "description", "latitude", "longitude", "tags", "id"])
        for place in places {
            writer.write([
                place.name, place.description, place.place?.latitude.decimal ?? "",
                place.place?.longitude.decimal ?? "", place.tagLine, place.id ?? "",
            ])
        }
        return writer.bytes
    }
}

extension FilePlace {
    /// All tags, separated by commas; a single one ends with a comma.
    fileprivate var tagLine: String {
        tags.count == 1 ? "\(tags[0])," : tags.map(\.text).joined(separator: ",")
    }
}

extension Double {
    /// At full precision and without an exponent, which GPX does not allow.
    fileprivate var decimal: String {
        let text = "\(self)"
        guard text.contains("e") else { return text }
        // The twelfth decimal is less than the width of an atom.
        let units = Int(clamping: self * 1e12)
        let digits = String(units.magnitude + 1_000_000_000_000).dropFirst()
        return "\(units < 0 ? "-" : "")0.\(digits)"
    }
}

extension String {
    /// Escaped for XML, without control characters, which XML does not allow.
    fileprivate var inXML: String {
        rewritten { scalar in
            switch scalar {
            case "\r": "&#13;"
            case "\n", "\t": nil
            case "\u{0}"..<"\u{20}", "\u{FFFE}"..."\u{FFFF}": ""
            default: scalar.markupReference
            }
        }
    }
}
