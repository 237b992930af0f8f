import Languages
package import LibraryValues
package import Notes

/// What a learner did and knows; it works without a script, and its address says all that it shows.
package struct StatisticsPage: Page {
    private let statistics: Statistics
    private let request: StatisticsRequest
    private let decks: [Deck]
    private let settings: StudySettings

    /// - Parameter decks: The decks to choose from, by name.
    package init(
        statistics: Statistics,
        request: StatisticsRequest,
        decks: [Deck],
        settings: StudySettings
    ) {
        self.statistics = statistics
        self.request = request
        self.decks = decks
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(style: "css/statistics.css", script: nil)
        return Document(title: "Statistics", assets: assets, settings: settings) {
            Shell(current: .statistics) {
                header(.class("page-head")) { h1 { "Statistics" } }
                choices
                p(.class("stat-today")) { today }
                div(.class("stat-grid")) {
                    HeatMap(statistics: statistics)
                    RetentionFigure(statistics: statistics)
                    WorkFigure(statistics: statistics)
                    GradesFigure(statistics: statistics)
                    StatesFigure(states: statistics.states)
                    ForecastFigure(statistics: statistics)
                }
            }
        }.render()
    }

    /// The scope, in a form, and the ranges, as links.
    private var choices: some HTML {
        form(.class("stat-scope"), .method("get"), .action(.statistics(StatisticsRequest()))) {
            if request.range != .year { HiddenField("range", request.range.rawValue) }
            Field("deck", "Deck") {
                select(.class("input"), .id("deck"), .fixed("name", "deck"), .dirAuto) {
                    selectOption("", isSelected: request.scope == .library) { "All decks" }
                    Each(decks) { deck in
                        selectOption(
                            deck.name.text,
                            isSelected: request.scope == .deck(deck.name.text)
                        ) { deck.name.title }
                    }
                }
            }
            Field("search", "Search") {
                input(
                    .class("input"),
                    .id("search"),
                    .type("search"),
                    .fixed("name", "search"),
                    .text("value", search),
                    .placeholder("tag:food"),
                    .dirAuto
                )
            }
            button(.class("btn"), .type("submit")) { "Show" }
            ul(.class("stat-ranges"), .ariaLabel("Range")) {
                Each(StatisticsRange.allCases) { range in
                    li {
                        a(
                            .class("chip"),
                            .href(
                                .statistics(StatisticsRequest(scope: request.scope, range: range))
                            ),
                            .text("aria-current", range == request.range ? "page" : nil)
                        ) { range.name }
                    }
                }
            }
        }
    }

    private var search: String {
        if case .search(let query) = request.scope { query } else { "" }
    }

    private var today: Phrase {
        let day = statistics.day
        guard day.answers > 0 else { return "No cards answered today yet." }
        return
            "Today: \(day.answers) answers, \(durationText(milliseconds: day.milliseconds))"
    }
}

extension StatisticsRange {
    fileprivate var name: Phrase {
        switch self {
        case .month: "30 days"
        case .quarter: "90 days"
        case .year: "A year"
        case .all: "All time"
        }
    }
}
