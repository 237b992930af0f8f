package struct MapSettings: Codable, Hashable, Sendable {
    package enum Style: String, Codable, CaseIterable, Sendable {
        case standard, satellite
        /// Satellite pictures with names and borders.
        case hybrid
    }

    /// A street map.
    package var standard = TileSource(
        address: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
        credit: "© OpenStreetMap contributors",
        link: "https://www.openstreetmap.org/copyright"
    )
    /// Satellite pictures.
    package var satellite = TileSource(
        address: "https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg",
        credit:
            "Sentinel-2 cloudless – https://s2maps.eu by EOX IT Services GmbH (Contains modified Copernicus Sentinel data 2016 & 2017)",
        link: "https://s2maps.eu",
        deepest: 14
    )
    /// Names and borders on a plain background.
    package var labels = TileSource(
        address:
            "https://tiles.maps.eox.at/wmts/1.0.0/overlay_bright_3857/default/g/{z}/{y}/{x}.png",
        credit: "Names: © OpenStreetMap contributors, drawn by EOX",
        link: "https://www.openstreetmap.org/copyright",
        deepest: 14
    )
    /// The last position of the map.
    package var style = Style.standard
    /// The tile sources that the learner allowed; they learn which areas the learner views.
    package var allowed: Set<String> = []

    /// OpenStreetMap and Sentinel-2, none of them allowed yet.
    package init() {}

    /// The layers of a style, from the bottom up.
    package func sources(of style: Style) -> [TileSource] {
        switch style {
        case .standard: [standard]
        case .satellite: [satellite]
        case .hybrid: [satellite, labels]
        }
    }

    /// Whether a style has sources and all of them are allowed.
    package func isAllowed(_ style: Style) -> Bool {
        sources(of: style).allSatisfy { $0.origin.map(allowed.contains) ?? false }
    }

    /// The origins of the allowed sources, in a stable order.
    package var origins: [String] {
        let known = Set([standard, satellite, labels].compactMap(\.origin))
        return known.intersection(allowed).sorted()
    }

    /// Allows the sources of a style.
    package mutating func allow(_ style: Style) {
        allowed.formUnion(sources(of: style).compactMap(\.origin))
    }
}

extension MapSettings {
    private enum CodingKeys: String, CodingKey {
        case standard, satellite, labels, style, allowed
    }

    /// Missing and invalid values are replaced by defaults.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        values.read(.standard, into: &standard)
        values.read(.satellite, into: &satellite)
        values.read(.labels, into: &labels)
        values.read(.style, into: &style)
        values.read(.allowed, into: &allowed)
    }
}
