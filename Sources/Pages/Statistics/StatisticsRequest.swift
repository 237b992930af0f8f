package import LibraryValues

/// What a statistics page is about and how far it looks back, as its address says it.
package struct StatisticsRequest: Hashable, Sendable {
    package var scope: StatisticsScope
    package var range: StatisticsRange

    package init(scope: StatisticsScope = .library, range: StatisticsRange = .year) {
        self.scope = scope
        self.range = range
    }

    /// Reads the query of an address; what it does not name is the whole library, and a year.
    package init(query: some Collection<(name: String, value: String)>) {
        func value(_ name: String) -> String? {
            query.first { $0.name == name && !$0.value.isEmpty }?.value
        }
        scope =
            value("search").map { .search($0) } ?? value("deck").map { .deck($0) } ?? .library
        range = value("range").flatMap { StatisticsRange(rawValue: $0) } ?? .year
    }

    var path: String {
        var (deck, search): (String?, String?) = (nil, nil)
        switch scope {
        case .library: break
        case .deck(let name): deck = name
        case .search(let query): search = query
        }
        return address(
            "/statistics",
            ("deck", deck),
            ("search", search),
            ("range", range == .year ? nil : range.rawValue)
        )
    }
}
