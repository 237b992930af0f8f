/// Which cards to export, and in which format.
package struct ExportRequest: Hashable, Sendable {
    /// The formats, in the order in which they are offered.
    package enum Format: String, CaseIterable, Sendable {
        case apkg, colpkg, json, csv, tsv, xcstrings, geojson, gpx, kml

        /// Whether a file contains a single deck.
        package var isOfOneDeck: Bool {
            switch self {
            case .xcstrings, .geojson, .gpx, .kml: true
            case .apkg, .colpkg, .json, .csv, .tsv: false
            }
        }
    }

    /// The deck, including those inside it; nil for all.
    package var deck: String?
    /// A query for the cards; nil for all cards of the deck.
    package var search: String?
    /// Nil before one is chosen.
    package var format: Format?
    /// Whether schedules and answers are included.
    package var isScheduled = true
}

extension ExportRequest {
    /// Parses a form or a link; empty fields are ignored.
    init(_ query: some Collection<(name: String, value: String)>) {
        func value(_ name: String) -> String? {
            query.first { $0.name == name && !$0.value.isEmpty }?.value
        }
        format = value("as").flatMap(Format.init(rawValue:))
        deck = value("deck")
        search = value("q")
        // Browsers do not send unticked boxes.
        isScheduled = format == nil || value("schedules") != nil
    }

    /// The address of the request.
    func path(back: ReturnPath?) -> String {
        address(
            "/export",
            ("deck", deck),
            ("q", search),
            ("as", format?.rawValue),
            ("schedules", format != nil && isScheduled ? "on" : nil),
            ("back", back?.path)
        )
    }
}
