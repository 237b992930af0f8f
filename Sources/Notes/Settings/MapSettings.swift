/// What a learner has settled about the map of places.
public struct MapSettings: Codable, Hashable, Sendable {
    /// What the map looks like.
    public enum Style: String, Codable, CaseIterable, Sendable {
        case standard, satellite
        /// The earth from above, with names and borders over it.
        case hybrid
    }

    /// Streets, names and borders.
    public var standard = TileSource(
        address: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
        credit: "© OpenStreetMap contributors",
        link: "https://www.openstreetmap.org/copyright"
    )
    /// The earth from above.
    public var satellite = TileSource(
        address: "https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg",
        credit:
            "Sentinel-2 cloudless – https://s2maps.eu by EOX IT Services GmbH (Contains modified Copernicus Sentinel data 2016 & 2017)",
        link: "https://s2maps.eu",
        deepest: 14
    )
    /// Names and borders on a clear ground.
    public var labels = TileSource(
        address:
            "https://tiles.maps.eox.at/wmts/1.0.0/overlay_bright_3857/default/g/{z}/{y}/{x}.png",
        credit: "Names: © OpenStreetMap contributors, drawn by EOX",
        link: "https://www.openstreetmap.org/copyright",
        deepest: 14
    )
    /// What was looked at last.
    public var style = Style.standard
    /// Those who may be asked for pictures; they learn where the learner looks.
    public var allowed: Set<String> = []

    /// OpenStreetMap and Sentinel-2, and nobody allowed yet.
    public init() {}

    /// What a style is made of, from below.
    public func sources(of style: Style) -> [TileSource] {
        switch style {
        case .standard: [standard]
        case .satellite: [satellite]
        case .hybrid: [satellite, labels]
        }
    }

    /// Whether all are allowed that a style needs, and there are any.
    public func isAllowed(_ style: Style) -> Bool {
        sources(of: style).allSatisfy { $0.origin.map(allowed.contains) ?? false }
    }

    /// Those of the sources that a page may load from, in a steady order.
    public var origins: [String] {
        let known = Set([standard, satellite, labels].compactMap(\.origin))
        return known.intersection(allowed).sorted()
    }

    /// Lets a style's sources be asked from now on.
    public mutating func allow(_ style: Style) {
        allowed.formUnion(sources(of: style).compactMap(\.origin))
    }
}

extension MapSettings {
    private enum CodingKeys: String, CodingKey {
        case standard, satellite, labels, style, allowed
    }

    /// Reads what is there and fits; the rest is as it comes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        values.read(.standard, into: &standard)
        values.read(.satellite, into: &satellite)
        values.read(.labels, into: &labels)
        values.read(.style, into: &style)
        values.read(.allowed, into: &allowed)
    }
}
