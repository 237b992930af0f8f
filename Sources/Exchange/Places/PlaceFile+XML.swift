internal import Languages
internal import Notes
internal import XML

extension PlaceFile {
    /// Reads the waypoints of a GPX file, without tracks and routes.
    init(gpx bytes: [UInt8]) throws {
        self.init()
        var file = PlaceFile()
        var tracks = 0
        try XMLReader(elements: ["wpt", "trk", "rte"]).read(bytes) { element, path in
            guard path.first == "gpx" else { return }
            guard element.name == "wpt" else {
                tracks += 1
                return
            }
            let (north, east) = (element.attributes["lat"] ?? "", element.attributes["lon"] ?? "")
            let place = try Self.point(north, east, line: element.line)
            try file.add(
                FilePlace(
                    id: element["extensions"]?["id"]?.text.trimmed,
                    name: element["name"]?.text ?? "",
                    description: element["desc"]?.text ?? element["cmt"]?.text ?? "",
                    place: place,
                    tags: FilePlace.tags(element["type"]?.text ?? "")
                ),
                line: element.line
            )
        }
        if tracks > 0 {
            file.leaveOut("Tracks and routes aren’t places (\(tracks) skipped).")
        }
        self = file
    }

    /// Reads the placemarks of a KML file that are points.
    init(kml bytes: [UInt8]) throws {
        self.init()
        var file = PlaceFile()
        try XMLReader(elements: ["Placemark"]).read(bytes) { element, _ in
            var place = FilePlace(name: element["name"]?.text ?? "")
            // It is HTML.
            place.description = element["description"]?.text.asPlainText ?? ""
            for item in element["ExtendedData"]?.children ?? [] {
                let value = item["value"]?.text.trimmed ?? ""
                switch item.attributes["name"] {
                case "id": place.id = value
                case "tags": place.tags = FilePlace.tags(value)
                default: break
                }
            }
            guard let point = element["Point"] else {
                if let shape = element.children.first(where: { Self.shapes.contains($0.name) }) {
                    return file.leaveOut(
                        "“\(place.name.shortened)” is a \(shape.name), not a point."
                    )
                }
                return try file.add(place, line: element.line)
            }
            let coordinates = point["coordinates"]?.text.trimmed ?? ""
            let numbers = coordinates.split(separator: ",").map(\.trimmed)
            guard numbers.count >= 2 else {
                throw PlaceFileError(
                    line: point.line,
                    reason: "“\(coordinates.shortened)” isn’t a longitude and latitude"
                )
            }
            place.place = try Self.point(numbers[1], numbers[0], line: point.line)
            try file.add(place, line: element.line)
        }
        self = file
    }

    private static let shapes: Set<String> = [
        "LineString", "LinearRing", "Polygon", "MultiGeometry", "Model", "Track", "MultiTrack",
    ]

    private static func point(_ north: String, _ east: String, line: Int) throws -> Place {
        guard let latitude = Double(north), let longitude = Double(east),
            let place = Place(latitude: latitude, wrapping: longitude)
        else {
            throw PlaceFileError(
                line: line,
                reason: "“\(north.shortened)”, “\(east.shortened)” isn’t a location on Earth"
            )
        }
        return place
    }
}
