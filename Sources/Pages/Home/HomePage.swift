internal import Languages
package import LibraryValues
package import Notes

/// The home page: what to study now, all decks, and the week so far.
package struct HomePage: Page, Equatable {
    private var home: Home
    private let timeZoneOffset: Int
    private let library: LibraryIdentity
    private let settings: StudySettings
    private let welcome: Welcome?

    /// - Parameters:
    ///   - timeZoneOffset: How many minutes the learner's clock is ahead of UTC.
    ///   - library: Identifies the library, for answers that the browser has not sent yet.
    ///   - welcome: The questions of the first visit.
    package init(
        home: Home,
        timeZoneOffset: Int,
        library: LibraryIdentity,
        settings: StudySettings = StudySettings(),
        welcome: Welcome? = nil
    ) {
        self.home = home
        self.timeZoneOffset = timeZoneOffset
        self.library = library
        self.settings = settings
        self.welcome = welcome
    }

    /// When its content was read, which the page tells its script and shows nowhere else.
    var at: Moment {
        get { home.at }
        set { home.at = newValue }
    }

    package func render() -> [UInt8] {
        let clock = MomentFormatter(now: home.at, offset: timeZoneOffset)
        let tree = DeckTree(home.decks)
        let week = home.week
        let source = tree.source
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
                ClassNewsLines()
                welcome.map(WelcomePanel.init)
                div(.class("home-grid")) {
                    div(.class("home-now")) {
                        TodayCard(
                            suggestion: Suggestion(home, tree),
                            clock: clock,
                            pace: home.pace,
                            studied: week.first { $0.day == home.day },
                            isMain: welcome == nil,
                            more: home.hasMore ? source : nil
                        )
                    }
                    div(.class("home-decks")) {
                        if !home.decks.isEmpty {
                            DeckList(tree: tree, tags: home.tags, clock: clock)
                        }
                        DeckLinks()
                    }
                    if let source {
                        PracticePanel(source: source, counting: settings.counts)
                    }
                    WeekPanel(week: week, today: home.day)
                    if !home.isNew { RecentDaysPanel(days: home.days, today: home.day) }
                }
                Unreachable()
                UnsentAnswersNotice()
                RejectionToast()
            }
            StatusRegion()
            PageContext(
                library: library,
                at: home.at,
                back: ([home.today] + home.decks.map(\.today)).firstBack
            )
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
