import Languages

/// The frame of all pages but sessions and forms: a link to skip it, the navigation, and the page's content.
struct Shell: HTML {
    /// Nil for a page that the navigation's sections do not contain.
    let current: Destination?
    /// The CSS classes that lay the content out.
    var kind: StaticString = "page"
    /// Whether the content begins with a warning about the disk; otherwise it has a place of its own for that.
    var beginsWithDisk = true
    @HTMLBuilder let content: () -> Fragment

    func write(to page: inout HTMLWriter) { frame.write(to: &page) }

    @HTMLBuilder private var frame: some HTML {
        a(.class("skip"), .href(fragment: "#main")) { "Skip to content" }
        div(.class("app")) {
            nav(.class("nav"), .ariaLabel("Main")) {
                a(.class("brand"), .href(.home), .ariaLabel("Omena, home")) {
                    Logo()
                    span(.ariaHidden) { "Omena" }
                }
                ul {
                    Each(Destination.allCases) { destination in
                        li {
                            a(
                                .href(destination.route),
                                .text("aria-current", destination == current ? "page" : nil)
                            ) {
                                destination.icon.large
                                span { destination.name }
                            }
                        }
                    }
                    LockButton()
                }
                if let learner = PageFrame.current.learner {
                    a(.class("nav-help"), .href(accounts: .people)) { span(.dirAuto) { learner } }
                }
                a(.class("nav-help"), .href(.help())) { "Help" }
            }
            main(.class(kind), .id("main"), .tabindex(-1)) {
                if beginsWithDisk { DiskWarning() }
                content()
            }
        }
    }
}

/// A page that the navigation leads to.
enum Destination: CaseIterable {
    case study, cards, places, statistics, settings

    var name: Phrase {
        switch self {
        case .study: "Study"
        case .cards: "Cards"
        case .places: "Places"
        case .statistics: "Statistics"
        // In a language whose word is longer than its place, it can be broken.
        case .settings: "Settings (tab bar)"
        }
    }

    var icon: Icon {
        switch self {
        case .study: .study
        case .cards: .cards
        case .places: .star
        case .statistics: .bars
        case .settings: .settings
        }
    }

    var route: Route {
        switch self {
        case .study: .home
        case .cards: .cards(.list())
        case .places: .places(.map())
        case .statistics: .statistics()
        case .settings: .settings()
        }
    }
}
