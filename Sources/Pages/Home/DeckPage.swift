import Languages
package import LibraryValues
package import Notes

/// A deck's own page: what to study in it now and this week, its practice, its subdecks, its cards and its options.
package struct DeckPage: Page {
    private let overview: DeckOverview
    private let clock: MomentFormatter
    private let library: LibraryIdentity
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter clock: Tells the learner's time.
    package init(
        overview: DeckOverview,
        clock: MomentFormatter,
        library: LibraryIdentity,
        done: Change?,
        settings: StudySettings
    ) {
        self.overview = overview
        self.clock = clock
        self.library = library
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.framed(
            style: "css/home.css",
            script: "js/home.js",
            [
                .arrow, .learn, .eye, .clock, .again, .quiz, .fold, .close, .alert, .check, .plus,
                .settings, .search, .back, .cards,
            ]
        )
        return Document(title: Phrase(verbatim: title), assets: assets, settings: settings) {
            Shell(current: .study) {
                heading
                Unreachable()
                div(.class("home-grid")) {
                    div(.class("home-now")) {
                        TodayCard(
                            suggestion: Suggestion(overview),
                            clock: clock,
                            pace: overview.pace,
                            more: overview.hasMore ? Source(deck: deck.name) : nil
                        )
                    }
                    div(.class("home-decks")) {
                        cards
                        if !branches.isEmpty { subdecks }
                    }
                    if deck.notes > 0 {
                        PracticePanel(
                            source: Source(deck: deck.name),
                            counting: settings.counts
                        )
                    }
                    if overview.forecast.contains(where: { $0 > 0 }) {
                        ForecastPanel(forecast: overview.forecast, today: overview.day)
                    }
                }
                UndoNotice(change: done, back: here)
                UnsentAnswersNotice()
                RejectionToast()
            }
            StatusRegion()
            PageContext(
                library: library,
                at: overview.at,
                back: ([deck] + overview.subdecks).map(\.today).firstBack
            )
        }.render()
    }

    private var deck: DeckSummary { overview.deck }
    private var notStarted: Int { deck.notes - deck.known - deck.learning - overview.suspended }
    private var title: String { deckTitle(deck.name) }
    private var here: ReturnPath { ReturnPath(.cards(.deck(deck.id))) }
    private var branches: [DeckTree.Branch] {
        DeckTree([deck] + overview.subdecks).branches.first?.subdecks ?? []
    }

    private var heading: some HTML {
        header(.class("page-head")) {
            a(.class("icon-btn"), .href(.home), .ariaLabel("All decks")) { Icon.back.large }
            if deck.colour != nil || deck.icon != nil { Tile(deck: deck) }
            h1(.class("deck-title"), .dirAuto) { title }
            a(
                .class("icon-btn"),
                .href(.cards(.deckOptions(deck.id, back: here))),
                .ariaLabel("Options for \(title)")
            ) { Icon.settings.large }
        }
    }

    /// The numbers of its cards, a search among them, and how more come in.
    private var cards: some HTML {
        section(.aria("aria-labelledby", "cards")) {
            div(.class("section-head")) {
                h2(.id("cards")) { "Cards" }
                span(.class("muted small")) {
                    "\(deck.notes) cards"
                    if overview.suspended > 0 {
                        " · \("\(overview.suspended) suspended" as Phrase)"
                    }
                }
            }
            if deck.notes > 0 {
                div(.class("panel")) {
                    dl(.class("deck-numbers")) {
                        number("known", deck.known)
                        number("learning", deck.learning)
                        number("not started", notStarted)
                    }
                    Stem(deck: deck, length: 276)
                    form(.class("deck-search"), .method("get"), .action(.cards(.list()))) {
                        HiddenField("in", query)
                        input(
                            .class("input"),
                            .type("search"),
                            .fixed("name", "query"),
                            .searchLength,
                            .ariaLabel("Search \(title)"),
                            .placeholder("Search these cards")
                        )
                        button(.class("icon-btn"), .type("submit"), .ariaLabel("Search")) {
                            Icon.search.large
                        }
                    }
                }
            }
            p(.class("home-links")) {
                if deck.notes > 0 {
                    a(.class("btn btn-small"), .href(.cards(.list(query: query)))) {
                        Icon.cards.small
                        "All cards"
                    }
                }
                a(
                    .class(deck.notes > 0 ? "btn btn-small" : "btn btn-small btn-primary"),
                    .href(.cards(.newNote(deck: deck.name, back: here)))
                ) {
                    Icon.plus.small
                    "Add cards"
                }
                a(.class("btn btn-small"), .href(.importFile(deck: deck.name, back: here))) {
                    "Import"
                }
                if deck.notes > 0 {
                    a(
                        .class("btn btn-small"),
                        .href(.exportFile(ExportRequest(deck: deck.name), back: here))
                    ) { "Export" }
                }
                a(
                    .class("btn btn-small"),
                    .href(.cards(.newDeck(inside: deck.name, back: here)))
                ) { "New subdeck" }
            }
        }
    }

    private var query: String { SearchPattern.query(ofDeck: deck.name) }

    private func number(_ name: Phrase, _ count: Int) -> some HTML {
        div {
            dt { name }
            dd { grouped(count) }
        }
    }

    private var subdecks: some HTML {
        section(.aria("aria-labelledby", "inside")) {
            div(.class("section-head")) { h2(.id("inside")) { "Subdecks" } }
            ul(.class("rows")) {
                Each(branches) {
                    DeckRow(
                        branch: $0,
                        clock: clock,
                        unfolds: overview.subdecks.count < DeckTree.mostUnfolded,
                        isChoosable: false
                    )
                }
            }
        }
    }
}

/// How many cards are due today, and on each of the next six days, as columns.
private struct ForecastPanel: HTML {
    let forecast: [Int]
    let today: Int

    func write(to page: inout HTMLWriter) {
        let most = max(forecast.max() ?? 0, 1)
        section(.class("home-week"), .aria("aria-labelledby", "forecast")) {
            div(.class("section-head")) {
                h2(.id("forecast")) { "Next seven days" }
                span(.class("muted small")) { "\(forecast.reduce(0, +)) reviews" }
            }
            div(.class("panel")) {
                ol(.class("forecast")) {
                    Each(Array(forecast.enumerated())) { day, count in
                        li(.text("aria-current", day == 0 ? "date" : nil)) {
                            b { grouped(count) }
                            Column(height: count == 0 ? 0 : max(2, count * 64 / most))
                            span(.ariaHidden) { initial(of: weekday(of: today + day)) }
                            span(.class("vh")) {
                                day == 0 ? "today" : weekday(of: today + day)
                            }
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}

private struct Column: HTML {
    let height: Int

    func write(to page: inout HTMLWriter) {
        page.markup("<svg viewBox=\"0 0 24 66\" aria-hidden=\"true\"><path class=\"")
        page.markup(height > 0 ? "column" : "column-none")
        page.markup("\" d=\"M4 65V")
        page.number(64 - max(height, 1))
        page.markup("h16V65Z\"/></svg>")
    }
}

extension SearchPattern {
    /// The search that finds the cards of a deck; all cards where its name cannot be searched for.
    static func query(ofDeck name: String) -> String {
        SearchPattern(text: name).map { SearchTerm.deck($0).description } ?? ""
    }
}
