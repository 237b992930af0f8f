/// Which cards are wanted as a file, and as what kind.
package struct ExportRequest: Hashable, Sendable {
    /// The kinds of files that are written, in the order in which they are offered.
    package enum Format: String, CaseIterable, Sendable {
        case apkg, colpkg, json, csv, tsv, xcstrings, geojson, gpx, kml

        /// Whether it holds what one deck holds, and no more.
        package var isOfOneDeck: Bool {
            switch self {
            case .xcstrings, .geojson, .gpx, .kml: true
            case .apkg, .colpkg, .json, .csv, .tsv: false
            }
        }

        /// Whether schedules and answers can go along.
        package var holdsSchedules: Bool { self == .apkg || self == .colpkg || self == .json }
    }

    /// The deck, with those inside it; nil for all.
    package var deck: String?
    /// What finds the cards; nil for all of the deck.
    package var search: String?
    /// As what; nil where that is yet to be asked.
    package var format: Format?
    /// Whether schedules and answers go along.
    package var isScheduled: Bool

    /// Wishes for cards.
    package init(
        deck: String? = nil,
        search: String? = nil,
        format: Format? = nil,
        isScheduled: Bool = true
    ) {
        self.deck = deck
        self.search = search
        self.format = format
        self.isScheduled = isScheduled
    }
}

extension ExportRequest {
    /// Reads what a form or a link says; an empty field says nothing.
    init(_ query: some Collection<(name: String, value: String)>) {
        func said(_ name: String) -> String? {
            query.first { $0.name == name && !$0.value.isEmpty }?.value
        }
        format = said("as").flatMap(Format.init(rawValue:))
        deck = said("deck")
        search = said("q")
        // What is not ticked is not sent.
        isScheduled = format == nil || said("schedules") != nil
    }

    /// The address that says so, and where its page leads.
    func path(back: Back?) -> String {
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
