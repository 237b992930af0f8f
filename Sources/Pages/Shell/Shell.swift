import Languages

/// The frame of the pages between sessions: the brand, the ways to the other parts of Omena, and the page itself.
struct Shell: HTML {
    private let current: Destination
    private let kind: StaticString
    private let content: Fragment

    /// - Parameters:
    ///   - current: The part of Omena that is open.
    ///   - kind: The class that lays the page out.
    ///   - content: The page itself.
    init(
        current: Destination,
        kind: StaticString = "page",
        @HTMLBuilder content: () -> Fragment
    ) {
        self.current = current
        self.kind = kind
        self.content = content()
    }

    func write(to page: inout HTMLWriter) {
        frame.write(to: &page)
    }

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
            }
            main(.class(kind), .id("main"), .tabindex(-1)) { content }
        }
    }
}

/// A part of Omena that the navigation leads to.
enum Destination: CaseIterable {
    case study, cards, places, settings

    var name: Phrase {
        switch self {
        case .study: "Study"
        case .cards: "Cards"
        case .places: "Places"
        case .settings: "Settings"
        }
    }

    var icon: Icon {
        switch self {
        case .study: .study
        case .cards: .cards
        case .places: .star
        case .settings: .settings
        }
    }

    var route: Route {
        switch self {
        case .study: .home
        case .cards: .cards(.list())
        case .places: .places(.map())
        case .settings: .settings()
        }
    }
}
