internal import JSON
internal import Languages
internal import Notes
internal import Recall

extension PlaceFile {
    private static let names = ["name", "title", "Name", "Title", "NAME", "label"]
    private static let descriptions = [
        "description", "desc", "Description", "notes", "note", "comment",
    ]

    /// Reads a feature, a collection of them, or a bare point.
    init(geoJSON bytes: [UInt8]) throws {
        self.init()
        let text = JSONText(bytes)
        let root = try JSONReader.read(bytes)
        guard root.members != nil else {
            throw text.error(root, "an object is expected here")
        }
        if let features = root["features"] {
            guard let features = features.elements else {
                throw text.error(features, "a list of features is expected here")
            }
            for feature in features { try add(feature: feature, text) }
        } else if root["type"]?.string == "Feature" {
            try add(feature: root, text)
        } else {
            try add(geometry: root, of: FilePlace(name: ""), at: root, text)
        }
    }

    private mutating func add(feature: JSONNode, _ text: JSONText) throws {
        guard feature.members != nil else {
            throw text.error(feature, "a feature is expected here")
        }
        let properties = feature["properties"]
        var place = FilePlace(name: "")
        place.id = feature["id"].flatMap { text.word(of: $0) }
        place.name = properties.flatMap { text.word(in: $0, Self.names) } ?? ""
        place.description = properties.flatMap { text.word(in: $0, Self.descriptions) } ?? ""
        // Saved places from Google Maps have both in a nested object.
        if let location = properties?["location"] ?? properties?["Location"] {
            if place.name.isEmpty {
                place.name = text.word(in: location, ["name", "Business Name"]) ?? ""
            }
            if place.description.isEmpty {
                place.description = text.word(in: location, ["address", "Address"]) ?? ""
            }
        }
        let tags = properties?["tags"]
        place.tags =
            tags?.elements.map { FilePlace.tags($0.compactMap(\.string)) }
            ?? tags?.string.map { FilePlace.tags($0) } ?? []
        guard let geometry = feature["geometry"], geometry.members != nil else {
            return try add(place, line: text.line(of: feature))
        }
        try add(geometry: geometry, of: place, at: feature, text)
    }

    private mutating func add(
        geometry: JSONNode,
        of place: FilePlace,
        at feature: JSONNode,
        _ text: JSONText
    ) throws {
        switch geometry["type"]?.string {
        case "Point":
            var place = place
            place.place = try text.point(geometry["coordinates"] ?? geometry)
            try add(place, line: text.line(of: feature))
        case "MultiPoint":
            for point in geometry["coordinates"]?.elements ?? [] {
                var place = place
                place.place = try text.point(point)
                // An id names a single place.
                place.id = nil
                try add(place, line: text.line(of: point))
            }
        case let type?:
            leaveOut("“\(place.name.shortened)” is a \(type.shortened), not a point.")
        case nil:
            throw text.error(geometry, "the geometry has no type")
        }
    }
}

/// A JSON text, to look up lines and exact numbers.
struct JSONText {
    private let bytes: [UInt8]
    /// The offsets of line ends, for binary search.
    private let lineEnds: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    }

    func line(of node: JSONNode) -> Int {
        1 + lineEnds.partitioningIndex { $0 >= node.range.lowerBound }
    }

    func error(_ node: JSONNode, _ reason: Phrase) -> PlaceFileError {
        let start = node.range.lowerBound
        let line = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[line..<start], as: UTF8.self).count + 1
        return PlaceFileError(line: self.line(of: node), column: column, reason: reason)
    }

    /// A number at full precision.
    func number(_ node: JSONNode?) -> Double? {
        guard let node, case .number = node.value else { return nil }
        return Double(String(decoding: bytes[node.range], as: UTF8.self))
    }

    /// A text, or a number as it is written.
    func word(of node: JSONNode) -> String? {
        if let text = node.string { return text }
        guard case .number = node.value else { return nil }
        return String(decoding: bytes[node.range], as: UTF8.self)
    }

    /// The first nonempty member of some names.
    func word(in node: JSONNode, _ names: [String]) -> String? {
        names.lazy.compactMap { node[$0].flatMap { word(of: $0) } }.first { !$0.isEmpty }
    }

    /// A position: longitude, latitude, and perhaps an altitude.
    func point(_ node: JSONNode) throws -> Place {
        guard let numbers = node.elements, numbers.count >= 2,
            let longitude = number(numbers[0]), let latitude = number(numbers[1])
        else { throw error(node, "a longitude and a latitude are expected here") }
        return try point(latitude, longitude, at: node)
    }

    func point(_ latitude: Double, _ longitude: Double, at node: JSONNode) throws -> Place {
        guard let place = Place(latitude: latitude, wrapping: longitude) else {
            throw error(node, "\("\(latitude), \(longitude)") isn’t a location on Earth")
        }
        return place
    }
}
