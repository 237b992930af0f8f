import Languages
package import LibraryValues
package import Notes

/// What a learner has done, what it is worth, and what is coming.
///
/// Scope and range are links, so that the page needs no script and can be bookmarked and printed.
package struct StatisticsPage: Page {
    private let figures: StatisticsFigures?
    private let request: StatisticsRequest
    private let decks: [String]
    private let settings: StudySettings

    /// - Parameters:
    ///   - statistics: Nil for a search with a mistake.
    ///   - decks: The names of all decks.
    package init(
        statistics: Statistics?,
        request: StatisticsRequest,
        decks: [String],
        settings: StudySettings = StudySettings()
    ) {
        figures = statistics.map { StatisticsFigures($0) }
        self.request = request
        self.decks = decks
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(
            style: "css/statistics.css",
            script: "js/statistics.js",
            [.fold, .search, .alert]
        )
        return Document(title: "Statistics", assets: assets, settings: settings) {
            Shell(current: .statistics) {
                header(.class("page-head statistics-head")) {
                    h1 { "Statistics" }
                    scope
                }
                ranges
                if let query = request.source?.query {
                    SearchMistakes(query: query, mistakes: request.mistakes)
                }
                if let figures { content(of: figures) }
                HelpLink("statistics", about: "Statistics")
            }
            StatusRegion()
        }.render()
    }

    @HTMLBuilder private func content(of figures: StatisticsFigures) -> some HTML {
        p(.class("todays-sentence")) { figures.todaysSentence }
        div(.class("figures")) {
            Each(figures.first) {
                FigureView(figure: $0, isWide: Self.wide.contains($0.name))
            }
        }
        h2(.class("all-statistics")) { "All statistics" }
        div(.class("figures")) { Each(figures.work) { FigureView(figure: $0) } }
        details(.class("expert")) {
            summary {
                Icon.fold.small
                span { "What the scheduler knows" }
            }
            div(.class("figures")) { Each(figures.expert) { FigureView(figure: $0) } }
            p {
                a(.class("btn"), .href(.scheduler())) { "How well the scheduler knows you" }
            }
        }
        if figures.statistics.scope != nil { note }
    }

    /// The figures that take the whole width.
    private static let wide = ["heat", "forecast", "knowledge"]

    private var note: some HTML {
        p(.class("muted small")) {
            "A deck’s history follows its cards: it counts answers to the cards that are in the deck now. Deleted cards count only in the whole library."
        }
    }

    private var scopeName: Phrase {
        guard let source = request.source else { return "All decks" }
        let names =
            source.decks.map(deckTitle) + source.tags.map { "#\(tagTitle($0))" }
            + [source.query].compactMap(\.self)
        return Phrase(verbatim: names.joined(separator: ", "))
    }

    /// The decks as links, and a search.
    private var scope: some HTML {
        details(.class("scope")) {
            summary {
                span(.dirAuto) { scopeName }
                Icon.fold.small
            }
            div(.class("panel scope-choice")) {
                form(.method("get"), .action(.statistics())) {
                    if request.range != .month {
                        input(
                            .type("hidden"),
                            .fixed("name", "range"),
                            .text("value", request.range.rawValue)
                        )
                    }
                    input(
                        .type("search"),
                        .fixed("name", "query"),
                        .text("value", request.source?.query),
                        .searchLength,
                        .ariaLabel("Search"),
                        .placeholder("tag:food, a word…")
                    )
                    button(.class("icon-btn"), .type("submit"), .ariaLabel("Search")) {
                        Icon.search.large
                    }
                }
                ul {
                    li { link(to: nil, "All decks") }
                    Each(decks) { deck in
                        li { link(to: Source(deck: deck), Phrase(verbatim: deckTitle(deck))) }
                    }
                }
            }
        }
    }

    private func link(to source: Source?, _ name: Phrase) -> some HTML {
        a(
            .href(.statistics(StatisticsRequest(source: source, range: request.range))),
            .text("aria-current", source == request.source ? "true" : nil),
            .dirAuto
        ) { name }
    }

    private var ranges: some HTML {
        nav(.class("ranges"), .ariaLabel("Time span")) {
            ul {
                Each(StatisticsRange.allCases) { range in
                    li {
                        a(
                            .href(
                                .statistics(StatisticsRequest(source: request.source, range: range))
                            ),
                            .text("aria-current", range == request.range ? "true" : nil)
                        ) { range.phrase }
                    }
                }
            }
        }
    }
}
