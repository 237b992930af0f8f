package import LibraryValues
package import Notes

/// Which statistics: of which cards, and how far back.
package struct StatisticsRequest: Hashable, Sendable {
    /// Nil for the whole library.
    package var source: Source?
    package var range: StatisticsRange

    package init(source: Source? = nil, range: StatisticsRange = .month) {
        self.source = source
        self.range = range
    }

    /// Reads a query, and ignores what it does not know; nil if it names something other than a scope.
    package init?(query: some Collection<(name: String, value: String)>) {
        let named = query.filter { !$0.value.isEmpty }.map { (name: $0.name, value: $0.value) }
        source = Source(query: named).flatMap { $0 == .all ? nil : $0 }
        let isNaming = named.contains { ["deck", "tag", "query"].contains($0.name) }
        guard source != nil || !isNaming else { return nil }
        range =
            named.first { $0.name == "range" }.flatMap { StatisticsRange(rawValue: $0.value) }
            ?? .month
    }

    /// Mistakes in the search, which would find more than was meant without the parts that they are about.
    package var mistakes: [SearchMistake] { source?.query.map { SearchQuery($0).mistakes } ?? [] }

    /// As a URL query, without the question mark; empty for what is shown at first.
    package var text: String {
        let range = range == .month ? nil : "range=\(range.rawValue)"
        return [source?.text, range].compactMap(\.self).joined(separator: "&")
    }

    var path: String { text.isEmpty ? "/statistics" : "/statistics?\(text)" }
}
