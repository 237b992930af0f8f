internal import Languages
package import LibraryValues
package import Notes

/// Where a learner starts: what to do now, all decks, and the week so far.
package struct HomePage: Page {
    private let home: Home
    private let library: LibraryIdentity
    private let settings: StudySettings
    private let welcome: Welcome?

    /// The page over what `home` holds, for a browser that may have answers for `library` waiting.
    ///
    /// - Parameter welcome: What the first visit asks.
    package init(
        home: Home,
        library: LibraryIdentity,
        settings: StudySettings = StudySettings(),
        welcome: Welcome? = nil
    ) {
        self.home = home
        self.library = library
        self.settings = settings
        self.welcome = welcome
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        let tree = DeckTree(home.decks)
        return Document(title: "Omena", parts: .home, settings: settings) {
            Shell(current: .study) {
                header(.class("page-head only-phone")) {
                    span(.class("brand")) {
                        Logo()
                        span { "Omena" }
                    }
                }
                Unsaved()
                Unreachable()
                welcome.map(WelcomePanel.init)
                div(.class("home-grid")) {
                    div(.class("home-now")) {
                        TodayCard(today: Today(due: home.due, tree: tree), week: home.week)
                    }
                    if !home.decks.isEmpty { DeckList(tree: tree, tags: home.tags) }
                    WeekPanel(week: home.week)
                }
                Refused()
            }
            Status()
            Place(library: library, at: home.at)
        }.render()
    }
}

extension Parts {
    fileprivate static let home = Parts(
        style: "css/home.css",
        script: "js/home.js",
        icons: Destination.allCases.map(\.icon) + [
            .arrow, .learn, .eye, .clock, .again, .quiz, .fold, .close, .alert, .check,
        ]
    )
}
