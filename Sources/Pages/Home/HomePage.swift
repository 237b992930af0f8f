internal import Languages
package import LibraryValues
package import Notes

/// The home page: what to study now, all decks, and the week so far.
package struct HomePage: Page {
    private let home: Home
    private let library: LibraryIdentity
    private let settings: StudySettings
    private let welcome: Welcome?
    private let recent: Recent?

    /// The last weeks, for the heat map.
    package struct Recent: Sendable {
        let days: [Statistics.Day]
        let today: StatisticsDay

        package init(days: [Statistics.Day], today: StatisticsDay) {
            self.days = days
            self.today = today
        }

        /// How many days are shown at most.
        package static let dayCount = 7 * RecentDaysPanel.weeks
    }

    /// - Parameters:
    ///   - library: Identifies the library, for answers that the browser has not sent yet.
    ///   - welcome: The questions of the first visit.
    package init(
        home: Home,
        library: LibraryIdentity,
        settings: StudySettings = StudySettings(),
        welcome: Welcome? = nil,
        recent: Recent? = nil
    ) {
        self.home = home
        self.library = library
        self.settings = settings
        self.welcome = welcome
        self.recent = recent
    }

    package func render() -> [UInt8] {
        let tree = DeckTree(home.decks)
        let assets = PageAssets.framed(
            style: "css/home.css",
            script: "js/home.js",
            [.arrow, .learn, .eye, .clock, .again, .quiz, .fold, .close, .alert, .check]
        )
        return Document(title: "Omena", assets: assets, settings: settings) {
            Shell(current: .study) {
                header(.class("page-head only-phone")) {
                    span(.class("brand")) {
                        Logo()
                        span { "Omena" }
                    }
                }
                UnsentAnswersNotice()
                Unreachable()
                welcome.map(WelcomePanel.init)
                div(.class("home-grid")) {
                    div(.class("home-now")) {
                        SuggestionCard(
                            suggestion: Suggestion(home, tree),
                            week: home.week
                        )
                    }
                    if !home.decks.isEmpty { DeckList(tree: tree, tags: home.tags) }
                    WeekPanel(week: home.week)
                    recent.map { RecentDaysPanel(days: $0.days, today: $0.today) }
                }
                RejectionToast()
            }
            StatusRegion()
            PageContext(library: library, at: home.at)
        }.render()
    }
}
