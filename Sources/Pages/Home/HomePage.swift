internal import Languages
package import LibraryValues
package import Notes

/// The home page: what to study now, all decks, and the week so far.
package struct HomePage: ComparablePage {
    private var home: Home
    private let timeZoneOffset: Int
    private let library: LibraryIdentity
    private let settings: StudySettings
    private let welcome: Welcome?
    private let recent: Recent?

    /// The last weeks, for the heat map.
    package struct Recent: Hashable, Sendable {
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
    ///   - timeZoneOffset: How many minutes the learner's clock is ahead of UTC.
    ///   - library: Identifies the library, for answers that the browser has not sent yet.
    ///   - welcome: The questions of the first visit.
    package init(
        home: Home,
        timeZoneOffset: Int,
        library: LibraryIdentity,
        settings: StudySettings = StudySettings(),
        welcome: Welcome? = nil,
        recent: Recent? = nil
    ) {
        self.home = home
        self.timeZoneOffset = timeZoneOffset
        self.library = library
        self.settings = settings
        self.welcome = welcome
        self.recent = recent
    }

    package var at: Moment {
        get { home.at }
        set { home.at = newValue }
    }

    package func render() -> [UInt8] {
        let clock = MomentFormatter(now: home.at, offset: timeZoneOffset)
        let tree = DeckTree(home.decks)
        let assets = PageAssets.framed(
            style: "css/home.css",
            script: "js/home.js",
            [.arrow, .learn, .eye, .clock, .again, .quiz, .fold, .close, .alert, .check, .plus]
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
                ClassNewsLines()
                welcome.map(WelcomePanel.init)
                div(.class("home-grid")) {
                    div(.class("home-now")) {
                        TodayCard(
                            suggestion: Suggestion(home, tree),
                            clock: clock,
                            pace: home.week.pace,
                            studied: home.week.first(where: \.isToday)
                        )
                    }
                    div(.class("home-decks")) {
                        if !home.decks.isEmpty {
                            DeckList(tree: tree, tags: home.tags, clock: clock)
                        }
                        DeckLinks()
                    }
                    if !tree.studied.isEmpty {
                        PracticePanel(source: Source(decks: tree.studied.map(\.name)))
                    }
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

/// Where new decks and cards come from.
private struct DeckLinks: HTML {
    func write(to page: inout HTMLWriter) {
        let here = ReturnPath(.home)
        p(.class("home-links")) {
            a(.class("btn btn-small"), .href(.cards(.newDeck(back: here)))) {
                Icon.plus.small
                "New deck"
            }
            a(.class("btn btn-small"), .href(.importFile(back: here))) { "Import" }
            a(.class("btn btn-small"), .href(.cards(.starters))) { "Add starter deck" }
            a(.class("btn btn-small"), .href(.help())) { "Help" }
        }.write(to: &page)
    }
}
